// The long words on cards and power tiles.
import { hyphenator } from "../../lib/hyphens";

export const soft = hyphenator(`
All·ge·gen·wär·tig An·be·tungs·wür·dig An·dro·sphinx Fest·ge·hal·te·ner Ge·set·zes·kam·mer Heu·schre·cken·pla·ge In·spi·rie·rend
Kat·zen·mu·mie Kriegs·kam·mer Nil·schwem·me Rie·sen·skor·pi·on Streit·wa·gen Tut·anch·amun Wäch·ter·ge·bot Zer·schla·gen
Zi·vil·ge·richt er·schüt·tern frei·schal·ten kon·trol·lie·ren kon·ver·tie·ren
Ан·дро·сфинкс Ве·ли·ко·душ·ный Ве·ли·ко·леп·ный Во·оду·ше·ви·тель Граж·дан·ский До·сто·чти·мый Пе·ре·ме·стить По·кро·ви·тель
Пред·во·ди·тель Про·слав·лен·ный
`);
