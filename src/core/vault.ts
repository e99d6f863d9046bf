/** Vault: where a secret is kept. Never journalled, never exported, never in a log (P2). */
export interface Vault {
  /** Resolves when it is durable. A secret of the same name is replaced. */
  store(name: string, secret: string): Promise<void>;
  /** Throws `DamagedDataError` if there is one that can no longer be read. */
  read(name: string): Promise<string | undefined>;
  has(name: string): Promise<boolean>;
  forget(name: string): Promise<void>;
}
