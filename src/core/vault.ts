/** Vault: the store of secrets. They are never journalled, exported or logged (P2). */
export interface Vault {
  /** Resolves when the secret is durable. One of the same name is replaced. */
  store(name: string, secret: string): Promise<void>;
  /** Throws `DamagedDataError` for a secret that can no longer be read. */
  read(name: string): Promise<string | undefined>;
  has(name: string): Promise<boolean>;
  forget(name: string): Promise<void>;
}
