// The long words on tiles, cards and tracks.
import { hyphenator } from "../../lib/hyphens";

export const soft = hyphenator(`
Be·we·gungs·punk·te Dop·pel·axt Dop·pel·spie·gel Ein·hei·ten Er·schaf·fung Fort·schritt·li·che Haupt·ak·ti·on Kom·po·sit·bo·gen
Kriegs·ham·mer Kriegs·wa·gen Kul·tur·mar·ker Kurz·bo·gen Land·kar·te Lang·schild Lang·speer Mana·ak·ti·on Mana·kris·tall Plätt·chen
Schick·sals·ta·fel Schleu·der Sied·lun·gen Sied·lungs·ein·kom·men Ska·ra·bä·us·amu·lett Tech·no·lo·gie Wi·kin·ger·helm Wurf·ge·schütz
Zi·vi·li·sa·ti·on Zu·satz·ak·ti·o·nen ein·set·zen ent·wi·ckeln her·bei·ru·fen
Вы·пол·нить Гос·под·ство До·пол·ни·тель·ные За·дей·ство·вать Ка·та·пуль·та Под·го·тов·ка По·се·ле·ния По·стро·ить При·ме·нить
Свя·ти·ли·ща Со·став·ной Со·тво·ре·ние Тер·ри·то·рии Тех·но·ло·гии Улуч·шен·ное за·гроб·но·го ко·лес·ни·ца пе·ре·ме·ще·ние
по·се·ле·ние по·се·ле·ний тех·но·ло·гию
`);
