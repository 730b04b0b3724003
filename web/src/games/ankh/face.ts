import { path, shapesOf } from "../../lib/icon-shapes";
import type { Pattern, Side } from "../../lib/sides.svelte";
import { say, type Phrases } from "../../lib/phrases";
import type { Face } from "../drawing";
import list from "./face-icon-list.json";
import shapes from "./face-icon-shapes.json";
import Scene from "./Scene.svelte";
import Setup from "./Setup.svelte";
import "./sides.css";

const PATTERNS: Record<string, Pattern> = { amun: "plain", anubis: "blocks", isis: "beads", osiris: "double", ra: "rays" };

const sideOf = (name: string, pattern: Pattern, emblem: string): Side => ({
  colour: `var(--ankh-${name})`, ink: `var(--ankh-${name}-ink)`, text: `var(--ankh-${name}-text)`, pattern, emblem,
});

/** The djed pillar, sign of Osiris. */
const DJED = path(
  "M168 500c0-40 14-62 34-84V268h108v148c20 22 34 44 34 84zM96 214h320v36H96zm0-62h320v36H96zm0-62h320v36H96z" +
    "M128 64c0-30 22-52 56-52h144c34 0 56 22 56 52z",
);

const words: Phrases = {
  about: say(
    "Lead a god of Egypt, win the people's devotion and outlive your rivals.",
    "Führe einen Gott Ägyptens, gewinne die Verehrung der Menschen und überdauere deine Rivalen.",
    "Ведите бога Египта, завоюйте поклонение людей и переживите соперников.",
  ),
  "scenario.middle-kingdom": say(
    "The usual match: each god begins with a warrior and a monument at its side, and monuments of every kind wait for a master.",
    "Die übliche Partie: Jeder Gott beginnt mit einem Krieger und einem Bauwerk neben sich, und Bauwerke aller Art warten auf einen Herrn.",
    "Обычная партия: рядом с каждым богом воин и постройка, а ничьи постройки всех видов ждут хозяина.",
  ),
  "scenario.old-kingdom": say(
    "Gods begin far from their own warriors, beside a rival, and only temples wait for a master.",
    "Die Götter beginnen fern von ihren Kriegern, neben einem Rivalen, und nur Tempel warten auf einen Herrn.",
    "Боги начинают вдали от своих воинов, рядом с соперником, и хозяина ждут одни лишь храмы.",
  ),
  "scenario.two-capitals": say(
    "Memphis and Thebes reward whoever has the most figures around them after a conflict.",
    "Memphis und Theben belohnen, wer nach einem Konflikt die meisten Figuren um sie hat.",
    "Мемфис и Фивы награждают того, у кого после конфликта больше фигур вокруг них.",
  ),
  "scenario.unrest-in-the-dynasty": say(
    "After every peaceful event, gods without a monument in their region lose devotion.",
    "Nach jedem friedlichen Ereignis verlieren Götter ohne Bauwerk in ihrer Region Verehrung.",
    "После каждого мирного события боги без постройки в своей области теряют поклонение.",
  ),
  "scenario.great-rebuilding": say(
    "Everyone has monuments of their own, and may build one for free instead of taking control of another.",
    "Alle haben eigene Bauwerke und dürfen umsonst bauen, statt eines in Besitz zu nehmen.",
    "У каждого свой запас построек: можно строить бесплатно вместо захвата чужой.",
  ),
  "scenario.guardians-of-kemet": say(
    "All six guardians are in play, and three times the gods bid for one.",
    "Alle sechs Wächter sind im Spiel, und dreimal bieten die Götter um einen.",
    "В игре все шесть стражей, и трижды боги торгуются за одного из них.",
  ),
  "scenario.map": say(
    "Map: how {title} begins with {players} players",
    "Karte: wie „{title}“ mit {players} Spielern beginnt",
    "Карта: как начинается «{title}», игроков: {players}",
  ),
  "setup.pharaoh": say("Pharaoh expansion", "Erweiterung „Pharao“", "Дополнение «Фараон»"),
  "setup.pharaoh.none": say("Without Pharaoh", "Ohne Pharao", "Без фараона"),
  "setup.pharaoh.first": say(
    "For your first game with Pharaoh we recommend Amenhotep.",
    "Für die erste Partie mit Pharao empfehlen wir Amenophis.",
    "Для первой партии с фараоном советуем Аменхотепа.",
  ),
  "setup.pharaoh.hard": say(
    "Unrest in the Dynasty should not be played with Xerxes: together they are very hard.",
    "„Unruhen in der Dynastie“ sollte nicht mit Xerxes gespielt werden: zusammen ist das sehr schwer.",
    "Сценарий «Смута в династии» не стоит играть с Ксерксом: вместе это очень трудно.",
  ),
  "setup.pharaoh.random": say("Pharaoh at random", "Zufälliger Pharao", "Случайный фараон"),
};

const SCENARIOS = ["middle-kingdom", "old-kingdom", "two-capitals", "unrest-in-the-dynasty", "great-rebuilding", "guardians-of-kemet"];

export const face: Face = {
  sides: {
    ...Object.fromEntries(Object.entries(PATTERNS).map(([god, pattern]) => [god, sideOf(god, pattern, `god.${god}`)])),
    // No side of a player, but seen on the board as one.
    pharaoh: sideOf("pharaoh", "stripes", "piece.pharaoh"),
  },
  icons: { ...shapesOf(list, shapes), "god.osiris": DJED },
  words,
  scenarios: Object.fromEntries(SCENARIOS.map((one) => [one, { icon: `scenario.${one}`, text: `ankh.scenario.${one}` }])),
  randomScenario: true,
  about: "ankh.about",
  Scene,
  ScenarioMap: () => import("./ScenarioMap.svelte").then((found) => found.default),
  minutes: [60, 100],
  Setup,
  ownSettings: ["pharaoh"],
};
