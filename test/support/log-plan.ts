/** What a filled log consists of: Sessions in the order they were written. */
export type LogPlan = readonly PlannedSession[];

export interface PlannedSession {
  /** Its title. */
  readonly name: string;
  readonly records: number;
  /** All of it is one Turn. */
  readonly isOneTurn?: boolean;
  /** Its contents have their weights, as those that the app has written. */
  readonly isWeighed?: boolean;
}
