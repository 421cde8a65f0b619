import { beforeAll, describe, it } from 'vitest';
import { accessSuite } from '../access.suite.ts';
import { browsingSuite } from '../browsing.suite.ts';
import { codeSuite } from '../code.suite.ts';
import { codeBrowsingSuite } from '../code-browsing.suite.ts';
import { concurrencySuite } from '../concurrency.suite.ts';
import { graphSuite } from '../graph.suite.ts';
import { inboxSuite } from '../inbox.suite.ts';
import { knowledgeSuite } from '../knowledge.suite.ts';
import { maintenanceSuite } from '../maintenance.suite.ts';
import { networkSuite } from '../network.suite.ts';
import { searchSuite } from '../search.suite.ts';
import { storeSuite } from '../store.suite.ts';
import { traceSuite } from '../trace.suite.ts';
import { transferSuite } from '../transfer.suite.ts';
import { asTenant, SERVER, warmUp } from './fixture-database.ts';

const name = SERVER === undefined ? 'pglite' : 'postgres';

// PGlite takes some seconds to start.
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
// PGlite is one session: two writers would take turns.
if (SERVER !== undefined) concurrencySuite(name, asTenant);
else describe('pglite, written by two at once,', () => it.skip('needs a server: REMANENCE_TEST_DATABASE', () => {}));
