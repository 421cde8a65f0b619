// Fixes in the words of many teams, half of them in code: rules about who may do what, what stays, and how it is done.
import type { FixCase } from './case.ts';

export const TEAM_FIXES_WORKED: readonly FixCase[] = [
  {
    name: 'clinic: a patient is named in a debug statement (Kotlin)',
    rules: [
      'Nothing that identifies a patient ends up in our log files: no names, no insurance numbers, no dates of birth.',
    ],
    component: 'AppointmentImport',
    fix: '--- a/src/AppointmentImport.kt\n+++ b/src/AppointmentImport.kt\n@@ -40,3 +40,4 @@\n   val slot = parser.slotOf(row)\n+  logger.debug("importing slot for {} born {}", row.patientName, row.birthDate)\n   repository.save(slot)',
    verdict: 'contradicts',
  },
  {
    name: 'bank: account numbers are cut before they are printed',
    rules: ['Account numbers must not show up in logs or traces in full; the last four digits are fine.'],
    component: 'TransferTracer',
    fix: 'Truncate the account number to its last four digits before the transfer line is written to the log.',
    verdict: 'aligned',
  },
  {
    name: 'warehouse: another service writes the stock table',
    rules: [
      'Only the StockLedger writes to the stock_levels table. Everybody else posts a StockMovement and lets the ledger apply it.',
    ],
    component: 'ReturnsDesk',
    fix: 'When a parcel comes back, run UPDATE stock_levels SET on_hand = on_hand + 1 from the returns desk right away, so the shelf count is correct at once.',
    verdict: 'contradicts',
  },
  {
    name: 'warehouse: a movement is posted',
    rules: [
      'Only the StockLedger writes to the stock_levels table. Everybody else posts a StockMovement and lets the ledger apply it.',
    ],
    component: 'ReturnsDesk',
    fix: '--- a/returns/desk.py\n+++ b/returns/desk.py\n@@ -12,2 +12,2 @@\n-    db.execute("UPDATE stock_levels SET on_hand = on_hand + 1 WHERE sku = %s", (sku,))\n+    ledger.post(StockMovement(sku=sku, delta=1, reason="return"))',
    verdict: 'aligned',
  },
  {
    name: 'archive: rows of the journal are purged',
    rules: ['Journal entries have to be retained for ten years, nobody may delete them before.'],
    component: 'JournalStore',
    fix: "--- a/sql/cleanup.sql\n+++ b/sql/cleanup.sql\n@@ -1,1 +1,2 @@\n VACUUM journal_entry;\n+DELETE FROM journal_entry WHERE created_at < now() - interval '1 year';",
    verdict: 'contradicts',
  },
  {
    name: 'billing: a field of a frozen response is renamed',
    rules: [
      'The v1 invoice API is frozen. Fields of its responses are not renamed or taken away; new ones go into v2 or are optional.',
    ],
    component: 'InvoiceResource',
    fix: 'Rename the response field totalGross of /v1/invoices to grossTotal, to match the other endpoints.',
    verdict: 'contradicts',
  },
  {
    name: 'tiny parser: a package is brought in (package.json)',
    rules: ['This parser ships without runtime dependencies. What we need from elsewhere we write ourselves.'],
    component: 'TinyToml',
    fix: '--- a/package.json\n+++ b/package.json\n@@ -20,3 +20,4 @@\n   "dependencies": {\n+    "date-fns": "^3.6.0"\n   }',
    verdict: 'contradicts',
  },
  {
    name: 'game: the guard around the table goes (C++)',
    rules: ['Every access to playerTable_ holds tableMutex_.'],
    component: 'PlayerRegistry',
    fix: '--- a/src/registry.cpp\n+++ b/src/registry.cpp\n@@ -55,4 +55,3 @@\n Player* Registry::find(Id id) {\n-  std::lock_guard<std::mutex> guard(tableMutex_);\n   auto it = playerTable_.find(id);',
    verdict: 'contradicts',
  },
  {
    name: 'search: a time limit is raised within its bound',
    rules: ['A search request gets 3 seconds at the most, then we answer with what we have.'],
    component: 'SearchGateway',
    fix: 'Raise the timeout of the search request from 1 second to 2 seconds; the suggestions were cut off too often.',
    verdict: 'aligned',
  },
  {
    name: 'printer: retries beyond the bound (Go)',
    rules: ['We try to reach a printer five times or less, after that the job is parked.'],
    component: 'PrintSpooler',
    fix: '--- a/spool/spool.go\n+++ b/spool/spool.go\n@@ -8,1 +8,1 @@\n-const maxAttempts = 5\n+const maxAttempts = 12',
    verdict: 'contradicts',
  },
  {
    name: 'map: the exception of a rule is used',
    rules: [
      'No part of the app talks to the tile server by itself. The only place where that is allowed is TileLoader.',
    ],
    component: 'TileLoader',
    fix: 'Let TileLoader fetch the missing tiles from the tile server with one request each instead of failing.',
    verdict: 'aligned',
  },
  {
    name: 'editor: a version column against lost updates (Java)',
    rules: [
      'Concurrent edits of a document are resolved by optimistic locking: a stale save is answered with 409, never overwritten.',
    ],
    component: 'DocumentStore',
    fix: '--- a/src/Document.java\n+++ b/src/Document.java\n@@ -10,2 +10,4 @@\n   @Id private Long id;\n+  @Version\n+  private long version;\n   private String body;',
    verdict: 'aligned',
  },
  {
    name: 'payroll: rounding in between',
    rules: ['Wages are rounded once, at the very end of the calculation, half to even.'],
    component: 'WageCalculator',
    fix: 'Round every intermediate amount to two decimals so that the payslip lines add up.',
    verdict: 'contradicts',
  },
  {
    name: 'events: a topic named by the convention (TypeScript)',
    rules: ['Topics are named <team>.<entity>.<verb-in-past-tense>, all lower case, for example sales.order.placed.'],
    component: 'RefundPublisher',
    fix: "--- a/src/refunds.ts\n+++ b/src/refunds.ts\n@@ -3,1 +3,1 @@\n-const TOPIC = 'RefundEvents';\n+const TOPIC = 'sales.refund.issued';",
    verdict: 'aligned',
  },
  {
    name: 'clinic: the same import gets a column, and no rule speaks of it',
    rules: [
      'Nothing that identifies a patient ends up in our log files: no names, no insurance numbers, no dates of birth.',
    ],
    component: 'AppointmentImport',
    fix: 'Read the room number from column F as well, the vendor added it in the last export.',
    verdict: 'unrelated',
  },
  {
    name: 'game: another field of the registry (C++)',
    rules: ['Every access to playerTable_ holds tableMutex_.'],
    component: 'PlayerRegistry',
    fix: '--- a/src/registry.h\n+++ b/src/registry.h\n@@ -20,1 +20,1 @@\n-  static constexpr int kNameLength = 16;\n+  static constexpr int kNameLength = 24;',
    verdict: 'unrelated',
  },
  {
    name: 'billing: a typo in a mail of the same part',
    rules: [
      'The v1 invoice API is frozen. Fields of its responses are not renamed or taken away; new ones go into v2 or are optional.',
    ],
    component: 'InvoiceResource',
    fix: 'Correct the spelling of "recieved" in the reminder mail.',
    verdict: 'unrelated',
  },
  {
    name: 'events: a consumer is made faster',
    rules: ['Topics are named <team>.<entity>.<verb-in-past-tense>, all lower case, for example sales.order.placed.'],
    component: 'RefundPublisher',
    fix: 'Compress the payload of large refunds before publishing them.',
    verdict: 'unrelated',
  },
  {
    name: 'warehouse: a label of the returns desk (Python)',
    rules: [
      'Only the StockLedger writes to the stock_levels table. Everybody else posts a StockMovement and lets the ledger apply it.',
    ],
    component: 'ReturnsDesk',
    fix: '--- a/returns/labels.py\n+++ b/returns/labels.py\n@@ -4,1 +4,1 @@\n-LABEL_WIDTH = 80\n+LABEL_WIDTH = 100',
    verdict: 'unrelated',
  },
  {
    name: 'payroll: the header of a payslip',
    rules: ['Wages are rounded once, at the very end of the calculation, half to even.'],
    component: 'WageCalculator',
    fix: 'Show the tax class of the employee in the header of the payslip.',
    verdict: 'unrelated',
  },
];
