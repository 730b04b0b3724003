// Where the long words on cards and power tiles may be broken: few browsers know it for German and Russian.
const BREAKS = `
All·ge·gen·wär·tig An·be·tungs·wür·dig An·dro·sphinx Fest·ge·hal·te·ner Ge·set·zes·kam·mer Heu·schre·cken·pla·ge In·spi·rie·rend
Kat·zen·mu·mie Kriegs·kam·mer Nil·schwem·me Rie·sen·skor·pi·on Streit·wa·gen Tut·anch·amun Wäch·ter·ge·bot Zer·schla·gen
Zi·vil·ge·richt er·schüt·tern frei·schal·ten kon·trol·lie·ren kon·ver·tie·ren
Ан·дро·сфинкс Ве·ли·ко·душ·ный Ве·ли·ко·леп·ный Во·оду·ше·ви·тель Граж·дан·ский До·сто·чти·мый Пе·ре·ме·стить По·кро·ви·тель
Пред·во·ди·тель Про·слав·лен·ный
`;

const SOFT = "\u00ad";
const known = new Map(
  BREAKS.trim().split(/\s+/).map((word) => [word.replaceAll("·", ""), word.replaceAll("·", SOFT)]),
);

/** The text with signs, not to be seen, where its long words may be broken. */
export function soft(text: string): string {
  return text.replace(/\p{L}{9,}/gu, (word) => known.get(word) ?? word);
}
