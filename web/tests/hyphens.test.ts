import { describe, expect, it } from "vitest";
import { soft } from "../src/games/ankh/hyphens";
import { soft as softInAnunnaki } from "../src/games/anunnaki/hyphens";

const shown = (text: string): string => soft(text).replaceAll("\u00ad", "·");

describe("long names on cards", () => {
  it("may be broken where their language breaks them, and keep their letters", () => {
    expect(shown("Heuschreckenplage")).toBe("Heu·schre·cken·pla·ge");
    expect(shown("Das Zivilgericht tagt")).toBe("Das Zi·vil·ge·richt tagt");
    expect(shown("Воодушевитель")).toBe("Во·оду·ше·ви·тель");
    expect(soft("Riesenskorpion").replaceAll("\u00ad", "")).toBe("Riesenskorpion");
  });

  it("are known for each game's own words", () => {
    expect(softInAnunnaki("Skarabäusamulett").replaceAll("\u00ad", "·")).toBe("Ska·ra·bä·us·amu·lett");
    expect(softInAnunnaki("Боевая колесница").replaceAll("\u00ad", "·")).toBe("Боевая ко·лес·ни·ца");
  });

  it("are left as they are where they are short or unknown", () => {
    expect(shown("Plague of locusts everywhere")).toBe("Plague of locusts everywhere");
  });
});
