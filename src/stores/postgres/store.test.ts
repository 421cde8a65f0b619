import { beforeAll, describe, it } from 'vitest';
import { accessSuite } from '../suites/access.suite.ts';
import { browsingSuite } from '../suites/browsing.suite.ts';
import { codeSuite } from '../suites/code.suite.ts';
import { codeBrowsingSuite } from '../suites/code-browsing.suite.ts';
import { concurrencySuite } from '../suites/concurrency.suite.ts';
import { graphSuite } from '../suites/graph.suite.ts';
import { inboxSuite } from '../suites/inbox.suite.ts';
import { knowledgeSuite } from '../suites/knowledge.suite.ts';
import { maintenanceSuite } from '../suites/maintenance.suite.ts';
import { networkSuite } from '../suites/network.suite.ts';
import { searchSuite } from '../suites/search.suite.ts';
import { storeSuite } from '../suites/store.suite.ts';
import { traceSuite } from '../suites/trace.suite.ts';
import { transferSuite } from '../suites/transfer.suite.ts';
import { asTenant, SERVER, warmUp } from './server/fixture-database.ts';

const name = SERVER === undefined ? 'pglite' : 'postgres';

// PGlite takes a few seconds to start.
beforeAll(warmUp, 120_000);

storeSuite(name, asTenant);
searchSuite(name, asTenant);
graphSuite(name, asTenant);
accessSuite(name, asTenant);
codeSuite(name, asTenant);
traceSuite(name, asTenant);
networkSuite(name, asTenant);
knowledgeSuite(name, asTenant);
browsingSuite(name, asTenant);
codeBrowsingSuite(name, asTenant);
inboxSuite(name, asTenant);
transferSuite(name, asTenant);
maintenanceSuite(name, asTenant);
// PGlite has only one session, so two writers would take turns.
if (SERVER !== undefined) concurrencySuite(name, asTenant);
else describe('pglite, written by two at once,', () => it.skip('needs a server: REMANENCE_TEST_DATABASE', () => {}));
