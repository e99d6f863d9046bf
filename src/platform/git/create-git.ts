/** Git over a Workspace, in the calling thread. The repository is opened anew for each question: other programs change it too. */
import type { Git } from "../../core/sandbox/git.js";
import { readPath } from "../../core/files/path.js";
import type { Workspace } from "../../core/files/workspace.js";
import { blameOf } from "./blame.js";
import { commitTo, planCommit } from "./commit.js";
import { diffRevisions } from "./diff.js";
import { logOf } from "./log.js";
import { explainedGit, openRepository, type Repository } from "./repository.js";
import { statusOf } from "./status.js";

export function createGit(workspace: Workspace): Git {
  async function ask<T>(run: (repository: Repository) => Promise<T>): Promise<T> {
    try {
      return await run(await openRepository(workspace));
    } catch (error) {
      throw explainedGit(error);
    }
  }
  const path = (said = "") => readPath(said);
  return {
    status: (query, tell) => ask((repository) => statusOf(repository, path(query.path), tell)),
    diff: (query, tell) => ask((repository) => diffRevisions(repository, { ...query, path: path(query.path) }, tell)),
    log: (query, tell) => ask((repository) => logOf(repository, { ...query, path: path(query.path) }, tell)),
    blame: (query, tell) => ask((repository) => blameOf(repository, { ...query, path: path(query.path) }, tell)),
    plan: (order, tell) => ask((repository) => planCommit(repository, order, tell)),
    commit: (order, tell) => ask((repository) => commitTo(repository, order, tell)),
  };
}
