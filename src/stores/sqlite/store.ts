import { statSync } from 'node:fs';
import { storeFiles } from '../../data-folder.ts';
import type { Store } from '../../engine/ports.ts';
import { SqliteAccess } from './access/access.ts';
import { SqliteChat } from './access/chat.ts';
import { SqliteActivity } from './activity.ts';
import { SqliteIndex } from './code/files.ts';
import { SqliteLinks } from './code/links.ts';
import { SqliteProjects } from './code/projects.ts';
import { SqliteCodeSearch } from './code/search.ts';
import { SqliteSymbols } from './code/symbols.ts';
import { ChunkVectorIndex } from './code/vectors.ts';
import { Database } from './database.ts';
import { Disk } from './disk.ts';
import { SqliteEmbeddings } from './embeddings.ts';
import { examine } from './examine.ts';
import { SqliteFrontier } from './frontier.ts';
import { SqliteGraph } from './graph.ts';
import { SqliteInbox } from './inbox.ts';
import { SqliteJobs } from './jobs.ts';
import { SqliteKnowledge } from './knowledge.ts';
import { SqliteNetwork } from './network/network.ts';
import { SqliteNormalise } from './normalise.ts';
import { SqliteRecalls } from './recalls.ts';
import { SqliteScan } from './scan.ts';
import { SqliteSearch } from './search.ts';
import { SqliteStatistics } from './statistics.ts';
import { SqliteTransfer } from './transfer.ts';
import { VectorIndex } from './vectors.ts';
import { writingOn } from './writing.ts';

/** Everything in one SQLite file. The process goes on answering while another one holds it. */
export const openSqliteStore = async (path: string): Promise<Store> => storeOn(await Database.open(path));

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
