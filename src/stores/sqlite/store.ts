import { statSync } from 'node:fs';
import { storeFiles } from '../../data-folder.ts';
import type { Store } from '../../engine/ports.ts';
import { RemanenceError } from '../../errors.ts';
import { SqliteAccess } from './access/access.ts';
import { SqliteChat } from './access/chat.ts';
import { SqliteIndex } from './code/files.ts';
import { SqliteLinks } from './code/links.ts';
import { SqliteProjects } from './code/projects.ts';
import { SqliteCodeSearch } from './code/search.ts';
import { SqliteSymbols } from './code/symbols.ts';
import { ChunkVectorIndex } from './code/vectors.ts';
import { COPY_BEGUN, Database } from './file/database.ts';
import { Disk } from './file/disk.ts';
import { examine } from './file/examine.ts';
import { SqliteGraph } from './graph/graph.ts';
import { SqliteKnowledge } from './graph/knowledge.ts';
import { SqliteNetwork } from './graph/network/network.ts';
import { SqliteInbox } from './inbox.ts';
import { SqliteJobs } from './jobs.ts';
import { SqliteActivity } from './maintenance/activity.ts';
import { SqliteNormalise } from './maintenance/normalise.ts';
import { SqliteScan } from './maintenance/scan.ts';
import { SqliteStatistics } from './maintenance/statistics.ts';
import { SqliteTransfer } from './maintenance/transfer.ts';
import { SqliteEmbeddings } from './memories/embeddings.ts';
import { writingOn } from './memories/writing.ts';
import { SqliteRecalls } from './recalls.ts';
import { SqliteFrontier } from './retrieval/frontier.ts';
import { SqliteSearch } from './retrieval/search.ts';
import { VectorIndex } from './retrieval/vectors.ts';

/** Opens a store in one SQLite file. The process keeps answering while another one holds the lock. */
export async function openSqliteStore(path: string): Promise<Store> {
  const database = await Database.open(path);
  try {
    refuseHalfCopied(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return storeOn(database);
}

function refuseHalfCopied(database: Database): void {
  if (!database.get('SELECT 1 FROM settings WHERE key = ?', COPY_BEGUN)) return;
  throw new RemanenceError('storage', `A copy into ${database.path} was begun and has not ended.`, {
    hint: 'Run the same `remanence copy` again to finish it, or name another data folder.',
  });
}

function storeOn(database: Database): Store {
  const { path } = database;
  const writing = writingOn(database);
  const { scopes, revisions, passages, mentions, trace, memories, forgetting } = writing;
  const memoryVectors = new VectorIndex(database, revisions, passages);
  const graph = new SqliteGraph(database, scopes, mentions);
  const knowledge = new SqliteKnowledge(database, scopes, graph, mentions);
  const disk = new Disk(database);
  const links = new SqliteLinks(database, scopes);
  const vectors = new ChunkVectorIndex(database, revisions, passages);
  return {
    memories,
    forgetting,
    search: new SqliteSearch(database, scopes, memoryVectors),
    frontier: new SqliteFrontier(graph, links, trace),
    graph,
    knowledge,
    trace,
    network: (filter) => new SqliteNetwork(database, scopes, memories, graph, filter),
    jobs: new SqliteJobs(database),
    embeddings: new SqliteEmbeddings(database, revisions, passages, memories),
    code: {
      projects: new SqliteProjects(database, scopes),
      index: new SqliteIndex(database, scopes, vectors),
      vectors,
      symbols: new SqliteSymbols(database),
      search: new SqliteCodeSearch(database, vectors),
      links,
    },
    transfer: new SqliteTransfer(writing, graph, knowledge),
    scan: new SqliteScan(writing),
    statistics: new SqliteStatistics(database),
    normalising: new SqliteNormalise(writing, memoryVectors),
    access: new SqliteAccess(database, scopes),
    chat: new SqliteChat(database),
    inbox: new SqliteInbox(database, scopes, memories),
    recalls: new SqliteRecalls(database),
    activity: new SqliteActivity(database, scopes, revisions),
    check: async () => examine(path),
    disk: () => disk.look(),
    location: path,
    tables: async () =>
      database
        .all("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'")
        .map(({ name }) => ({
          name: String(name),
          rows: Number(database.get(`SELECT count(*) AS n FROM "${name}"`)?.n),
        })),
    compact: () => database.compact(),
    size: async () =>
      storeFiles(path).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0),
    close: async () => {
      await database.settled();
      database.close();
    },
  };
}
