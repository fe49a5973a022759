// How the end of a game is told: to who won, to who lost, to several on one device, and to who watched.
import { describe, expect, test } from "vitest";
import { endingOf, listed, ordered, type Ending } from "../src/lib/ending";
import type { Language } from "../src/lib/prefs.svelte";
import { Texts } from "../src/lib/texts";
import en from "../src/words/en.json";
import fr from "../src/words/fr.json";

const NAMES = ["Ada", "Pépin", "Piston", "Zoé"];
const texts = new Texts({ fr, en });
const flies = { fr: (n: number) => `${n} ${n < 2 ? "mouche" : "mouches"}`, en: (n: number) => `${n} flies` };

interface Given {
  ranks: number[];
  scores: number[];
  own?: number[];
  teams?: number[][];
  uncounted?: boolean;
}

function ending(given: Given, language: Language): Ending {
  const names = NAMES.slice(0, given.ranks.length);
  const points = given.uncounted ? undefined : flies[language];
  return endingOf({ own: [], teams: [], ...given, names, points, language });
}

function told(given: Given, language: Language = "fr"): string {
  const { title, close } = ending(given, language);
  const say = (said: Ending["close"]) => (said ? texts.say(language, said.key, said.values) : "");
  return [say(title), say(close)].filter(Boolean).join(" ").replaceAll("\u202f", " ");
}

describe("who wins alone", () => {
  const given = { ranks: [2, 1, 3], scores: [84, 79, 103] };
  test("is you", () => {
    expect(told({ ...given, own: [1] })).toBe("Tu gagnes ! 5 mouches d’avance sur Ada.");
    expect(told({ ...given, own: [1] }, "en")).toBe("You win! 5 flies ahead of Ada.");
    expect(ending({ ...given, own: [1] }, "fr").kind).toBe("won");
  });
  test("or somebody else", () => {
    expect(told({ ...given, own: [0] })).toBe("Pépin gagne Tu finis deuxième, à 5 mouches de la victoire.");
    expect(told({ ...given, own: [2] }, "en")).toBe("Pépin wins You finish third, 24 flies behind.");
    expect(ending({ ...given, own: [2] }, "fr").kind).toBe("lost");
  });
  test("has a name where several share a device, and for who watches", () => {
    for (const own of [[], [0, 1]]) {
      expect(told({ ...given, own })).toBe("Pépin gagne ! 5 mouches d’avance sur Ada.");
    }
    expect(told({ ...given, own: [0, 2] })).toBe("Pépin gagne 5 mouches d’avance sur Ada.");
    expect(ending({ ...given, own: [0, 1] }, "fr").kind).toBe("won");
    expect(ending({ ...given, own: [0, 2] }, "fr").kind).toBe("lost");
    expect(ending(given, "fr").kind).toBe("seen");
  });
  test("is ahead of all who are second", () => {
    const two = { ranks: [1, 2, 2], scores: [30, 29, 29] };
    expect(told(two, "en")).toBe("Ada wins! 1 flies ahead of Pépin and Piston.");
    expect(told({ ...two, own: [2] })).toBe("Ada gagne Tu finis deuxième à égalité, à 1 mouche de la victoire.");
  });
  test("without points where none are counted", () => {
    const found = { ranks: [2, 1], scores: [0, 1], uncounted: true };
    expect(told({ ...found, own: [1] })).toBe("Tu gagnes !");
    expect(told({ ...found, own: [0] })).toBe("Pépin gagne");
  });
});

describe("a shared first place (ALL-2)", () => {
  const given = { ranks: [3, 1, 1], scores: [60, 57, 57] };
  test("is told as people do", () => {
    expect(told({ ...given, own: [1] })).toBe("Tu gagnes avec Piston ! À égalité avec 57 mouches.");
    expect(told({ ...given, own: [1] }, "en")).toBe("You share the win with Piston! Level on 57 flies.");
    expect(told(given)).toBe("Pépin et Piston gagnent ensemble ! À égalité avec 57 mouches.");
    expect(told({ ...given, own: [0] }, "en")).toBe("Pépin and Piston win together You finish third, 3 flies behind.");
  });
  test("by three of four", () => {
    const three = { ranks: [1, 1, 4, 1], scores: [9, 9, 2, 9], own: [3] };
    expect(told(three)).toBe("Tu gagnes avec Ada et Pépin ! À égalité avec 9 mouches.");
  });
  test("by more than one names", () => {
    const names = Array.from({ length: 8 }, (_, seat) => `P${String(seat)}`);
    const many = {
      ranks: [8, 1, 1, 1, 1, 1, 1, 1],
      scores: [9, 5, 5, 5, 5, 5, 5, 5],
      names,
      teams: [],
      points: undefined,
    };
    const title = (own: number[]) => {
      const { key, values } = endingOf({ ...many, own, language: "en" }).title;
      return texts.say("en", key, values);
    };
    expect([[0], [1], []].map(title)).toEqual([
      "7 players win together",
      "You share the win with 6 others!",
      "7 players win together!",
    ]);
  });
  test("by everybody", () => {
    const all = { ranks: [1, 1, 1], scores: [9, 9, 9], own: [0] };
    expect(told(all)).toBe("Égalité, tout le monde gagne ! À égalité avec 9 mouches.");
    expect(ending(all, "fr").kind).toBe("tied");
    const none = { ranks: [1, 1, 1], scores: [0, 0, 0], uncounted: true };
    expect(told(none)).toBe("Égalité !");
    expect(ending(none, "fr").kind).toBe("drawn");
  });
});

describe("teams", () => {
  const teams = [
    [0, 2],
    [1, 3],
  ];
  const given = { ranks: [3, 1, 3, 1], scores: [5, 9, 5, 9], teams };
  test("win and lose together", () => {
    expect(told({ ...given, own: [1] })).toBe("Zoé et toi gagnez ! 9 à 5 contre Ada et Piston.");
    expect(told({ ...given, own: [1] }, "en")).toBe("You and Zoé win! 9 to 5 against Ada and Piston.");
    expect(told({ ...given, own: [0] })).toBe("Pépin et Zoé gagnent ensemble Ton équipe perd 5 à 9.");
    expect(told({ ...given, own: [0, 2] })).toBe("Pépin et Zoé gagnent ensemble 9 à 5 contre Ada et Piston.");
    expect(ending(given, "fr").team).toBe(true);
  });
  test("share a win as four", () => {
    const tie = { ...given, ranks: [1, 1, 1, 1], scores: [7, 7, 7, 7] };
    expect(told(tie)).toBe("Égalité, tout le monde gagne ! À égalité avec 7 mouches.");
    expect(ending(tie, "fr").team).toBe(false);
  });
});

test("names are listed, seats are ordered", () => {
  expect(listed(NAMES, "fr")).toBe("Ada, Pépin, Piston et Zoé");
  expect(listed(NAMES, "en")).toBe("Ada, Pépin, Piston and Zoé");
  expect(ordered([3, 1, 1])).toEqual([1, 2, 0]);
});
