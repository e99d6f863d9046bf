/** The exact tokenizer (T3) against the reference: the same counts, many times faster, and no text that slows it down. */
import { packedVocabulary } from "../../src/build/vocabulary.js";
import { openTokenizer } from "../../src/core/tokens/tokenizer.js";
import { bytesOf, mixedCorpus } from "../support/corpus.js";
import { seeded, type Random } from "../support/generated-text.js";
import { sharedTokenizer, unpackedVocabulary } from "../support/open-tokenizer.js";
import { referenceCount } from "../support/reference-tokenizer.js";
import { median, medianTime, timed, type Bench, type Time } from "./bench.js";

const MB = 1e6;

const exactness: Bench = {
  name: "tokenizer exactness",
  unit: "differences",
  budget: { atMost: 0 },
  async measure(tell) {
    const reference = await referenceCount();
    const { count } = sharedTokenizer();
    let differences = 0;
    let bytes = 0;
    for (const { kind, documents } of mixedCorpus(22)) {
      differences += documents.filter((document) => count(document) !== reference(document)).length;
      bytes += bytesOf(documents);
      tell(`${kind}: ${(bytes / MB).toFixed(1)} MB compared, ${differences} documents differ`);
    }
    if (bytes < 20 * MB) throw new Error("There is less than 20 MB of text to compare.");
    return { ours: differences, note: `over ${(bytes / MB).toFixed(1)} MB of 16 kinds of text` };
  },
};

/** As in the worker (tokenizer-in-chromium.bench.ts): the same documents, counted again and again. */
const speed: Bench = {
  name: "tokenizer speed in node",
  unit: "MB/s",
  budget: { atLeast: 40 },
  async measure() {
    const { count } = sharedTokenizer();
    const documents = mixedCorpus(6).flatMap((corpus) => corpus.documents.filter((_, index) => index % 2 === 0));
    const bytes = bytesOf(documents);
    const passes: Time[] = [];
    for (let pass = 0; pass < 9; pass++)
      passes.push(await timed(() => documents.forEach((document) => count(document))));
    const warm = perSecond(bytes, medianTime(passes.slice(2)));
    const best = Math.max(...passes.slice(2).map((time) => perSecond(bytes, time).own));
    return {
      ours: warm.own,
      note: `the median of seven passes over ${(bytes / MB).toFixed(1)} MB; best ${best.toFixed(1)}, first ${perSecond(bytes, passes[0]!).own.toFixed(1)} MB/s`,
    };
  },
};

const unseen: Bench = {
  name: "tokenizer speed in node, on documents never seen",
  unit: "MB/s",
  budget: { atLeast: 40, ratioAtLeast: 60 },
  async measure() {
    const reference = await referenceCount();
    const { count } = sharedTokenizer();
    // New documents in every round, of every kind: the reference remembers lines, and both would look faster.
    const rounds = 5;
    const corpus = mixedCorpus(22);
    const dealt = Array.from({ length: rounds + 1 }, (_, round) =>
      corpus.flatMap(({ documents }) => documents.filter((_, index) => index % (rounds + 1) === round)),
    );
    const few = dealt.map((documents) => documents.filter((_, index) => index % 10 === 0));
    const sizes = dealt.map(bytesOf);
    const fewSizes = few.map(bytesOf);
    const mine: Time[] = [];
    const theirs: Time[] = [];
    // Compiled by then, as in a worker that has been counting for a second.
    for (let pass = 0; pass < 4; pass++) dealt[0]!.forEach((document) => count(document));
    for (let round = 0; round <= rounds; round++) {
      mine.push(perSecond(sizes[round]!, await timed(() => dealt[round]!.forEach((document) => count(document)))));
      theirs.push(
        perSecond(fewSizes[round]!, await timed(() => few[round]!.forEach((document) => reference(document)))),
      );
    }
    const ours = medianTime(mine.slice(1));
    const baseline = medianTime(theirs.slice(1));
    return {
      ours: ours.own,
      baseline: baseline.own,
      ratio: ours.own / baseline.own,
      note: `by the clock, with all that runs beside it: ${ours.wall.toFixed(1)} MB/s, the reference ${baseline.wall.toFixed(3)} MB/s`,
    };
  },
};

const perSecond = (bytes: number, { wall, cpu, own }: Time): Time => ({
  wall: bytes / wall / 1000,
  cpu: bytes / cpu / 1000,
  own: bytes / own / 1000,
});

/** Texts made to be slow: no cuts, endless runs, what looks like a symbol and is none. */
const adversarial: Readonly<Record<string, (random: Random) => string>> = {
  "one letter": () => "a",
  "two letters": () => "ab",
  "letters at random": (random) => String.fromCharCode(97 + random(26)),
  "equals signs": () => "=",
  spaces: () => " ",
  blocks: () => "\u2581",
  "blocks and spaces": () => "\u2581\u2581 ",
  newlines: () => "\n",
  openers: () => "<",
  "almost a symbol": () => "<unused",
  "almost the piece with a space": () => "> <",
  "the piece with a space": () => "> </",
  "Chinese without an end": (random) => String.fromCharCode(0x4e00 + random(2000)),
  "one Chinese character": () => "的",
  emoji: () => "👩🏽‍💻",
  "unknown characters": () => "\u{10fffe}",
  "lone surrogates": () => "\ud800",
};

const growth: Bench = {
  name: "tokenizer on texts made to be slow",
  unit: "× time a byte, 16 times the size",
  // n log n gives 1.3 at these sizes, n² would give 16.
  budget: { atMost: 3 },
  async measure(tell) {
    const { count } = sharedTokenizer();
    let worst = { ours: 0, note: "" };
    let slowest = { cost: 0, name: "" };
    for (const [name, next] of Object.entries(adversarial)) {
      const random = seeded(3);
      const large = Array.from({ length: 1 << 20 }, () => next(random)).join("");
      const small = large.slice(0, large.length / 16);
      const costs = { small: [] as number[], large: [] as number[] };
      for (let round = 0; round < 5; round++) {
        const times = await timed(() => Array.from({ length: 4 }, () => count(small)));
        costs.small.push(times.own / 4 / Buffer.byteLength(small));
        costs.large.push((await timed(() => count(large))).own / Buffer.byteLength(large));
      }
      // The least of each: noise only ever adds.
      const cost = Math.min(...costs.large);
      const ours = cost / Math.min(...costs.small);
      tell(`${name}: ${(cost * 1e6).toFixed(0)} ns a byte, ${ours.toFixed(2)} times that of a sixteenth`);
      if (ours > worst.ours) worst = { ours, note: `worst growth: ${name}` };
      if (cost > slowest.cost) slowest = { cost, name };
    }
    return {
      ours: worst.ours,
      note: `${worst.note}; slowest: ${slowest.name}, ${(slowest.cost * 1e6).toFixed(0)} ns a byte`,
    };
  },
};

const opening: Bench = {
  name: "tokenizer opening",
  unit: "ms",
  budget: { atMost: 100 },
  async measure() {
    const packed = unpackedVocabulary();
    const times: Time[] = [];
    for (let round = 0; round < 5; round++) times.push(await timed(() => openTokenizer(packed)));
    const [first] = times;
    return {
      ours: median(times.map(({ own }) => own)),
      note: `the first time, before it is compiled: ${first!.own.toFixed(0)} ms`,
    };
  },
};

const memory: Bench = {
  name: "tokenizer typed arrays",
  unit: "MB",
  budget: { atMost: 12 },
  measure: () => Promise.resolve({ ours: sharedTokenizer().bytes / MB }),
};

const size: Bench = {
  name: "tokenizer packed vocabulary",
  unit: "MB gzipped",
  budget: { atMost: 1.4 },
  measure: () => Promise.resolve({ ours: packedVocabulary().length / MB }),
};

export const benches: readonly Bench[] = [size, memory, opening, speed, unseen, growth, exactness];
