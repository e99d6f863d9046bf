/**
 * Finds the weights: a ridge regression over counts of what the estimator looks at, solved by conjugate gradients,
 * since the table of pairs has thousands of entries and each sample holds few of them.
 */
import {
  buildAutomaton,
  CLASS_GROUP,
  CLASSES,
  classTable,
  CHARACTER_GROUPS,
} from "../../src/core/tokens/estimator-shape.js";

import { frequentCharacters } from "./frequent.js";

export interface Target {
  readonly tokens: number;
  /** How much its error counts. */
  readonly weight: number;
}

const automaton = buildAutomaton();
const classOf = classTable(frequentCharacters());
const G = CHARACTER_GROUPS.length;
const R1 = ["digit", "space", "newline", "tab"].map((name) => CHARACTER_GROUPS.indexOf(name));

/** Numbers of the weights: states first, then pairs of groups, then pairs of classes. */
export const STATES = automaton.learnt;
export const GROUP_PAIRS = G * G;
export const WEIGHTS = STATES + GROUP_PAIRS + CLASSES * CLASSES;

export interface Counts {
  readonly ids: Uint32Array;
  readonly times: Float64Array;
  /** What R1 counts. */
  readonly exact: number;
}

const scratch = new Float64Array(WEIGHTS);
export function countsOf(text: string): Counts {
  let exact = 0;
  let state = automaton.start;
  let last = 10;
  const touched: number[] = [];
  const add = (id: number) => {
    if (scratch[id]!++ < 1) touched.push(id);
  };
  for (let at = 0; at < text.length; at++) {
    const kind = classOf[text.charCodeAt(at)]!;
    const step = state * G + CLASS_GROUP[kind]!;
    exact += automaton.exact[step]!;
    const weight = automaton.weight[step]!;
    if (weight >= 0) add(weight);
    const groups = CLASS_GROUP[last]! * G + CLASS_GROUP[kind]!;
    // Between two of digit, space, newline and tab there is nothing to learn.
    if (!(R1.includes(CLASS_GROUP[last]!) && R1.includes(CLASS_GROUP[kind]!))) {
      add(STATES + groups);
      add(STATES + GROUP_PAIRS + last * CLASSES + kind);
    }
    state = automaton.next[step]!;
    last = kind;
  }
  exact += automaton.atEnd[state]!;
  const ids = Uint32Array.from(touched);
  const times = Float64Array.from(touched, (id) => scratch[id]!);
  for (const id of touched) scratch[id] = 0;
  return { ids, times, exact };
}

export interface Ridge {
  readonly state: number;
  readonly groups: number;
  readonly classes: number;
}

export interface Fitting {
  readonly ridge: Ridge;
  readonly rounds: number;
  /** Weights are pulled to these, not to nought. */
  readonly prior?: Float64Array;
}

export function fit(rows: readonly Counts[], targets: readonly Target[], fitting: Fitting): Float64Array {
  const { ridge, rounds, prior = new Float64Array(WEIGHTS) } = fitting;
  const penalty = new Float64Array(WEIGHTS);
  penalty.fill(ridge.state, 0, STATES);
  penalty.fill(ridge.groups, STATES, STATES + GROUP_PAIRS);
  penalty.fill(ridge.classes, STATES + GROUP_PAIRS);
  const diagonal = Float64Array.from(penalty);
  const right = new Float64Array(WEIGHTS);
  rows.forEach(({ ids, times, exact }, index) => {
    const { weight, tokens } = targets[index]!;
    const missing = tokens - exact - predict(rows[index]!, prior);
    for (let k = 0; k < ids.length; k++) {
      diagonal[ids[k]!]! += weight * times[k]! * times[k]!;
      right[ids[k]!]! += weight * times[k]! * missing;
    }
  });
  const apply = (vector: Float64Array): Float64Array => {
    const result = vector.map((value, id) => value * penalty[id]!);
    rows.forEach((row, index) => {
      const dot = targets[index]!.weight * predict(row, vector);
      for (let k = 0; k < row.ids.length; k++) result[row.ids[k]!]! += dot * row.times[k]!;
    });
    return result;
  };
  const weights = new Float64Array(WEIGHTS);
  const residual = Float64Array.from(right);
  let direction = residual.map((value, id) => value / diagonal[id]!);
  let scaled = direction;
  let rho = inner(residual, scaled);
  for (let round = 0; round < rounds && rho > 1e-12; round++) {
    const image = apply(direction);
    const alpha = rho / inner(direction, image);
    for (let id = 0; id < WEIGHTS; id++) {
      weights[id]! += alpha * direction[id]!;
      residual[id]! -= alpha * image[id]!;
    }
    scaled = residual.map((value, id) => value / diagonal[id]!);
    const next = inner(residual, scaled);
    const beta = next / rho;
    direction = direction.map((value, id) => scaled[id]! + beta * value);
    rho = next;
  }
  return weights.map((value, id) => prior[id]! + value);
}

export function predict({ ids, times }: Counts, weights: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < ids.length; k++) sum += times[k]! * weights[ids[k]!]!;
  return sum;
}

function inner(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let id = 0; id < one.length; id++) sum += one[id]! * other[id]!;
  return sum;
}
