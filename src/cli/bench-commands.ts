import type { Command } from 'commander';
import { addSettings, settings } from './options.ts';

/** `bench …`: the commands that make the figures. */
export function addBenchCommands(program: Command): void {
  const bench = program.command('bench').description('Measure recall and speed.');
  addSettings(bench.command('retrieval'), settings.bench)
    .description('Measure recall, MRR and latency on folders in BEIR layout (corpus.jsonl, queries.jsonl, qrels.tsv).')
    .argument('<folders...>')
    .option('--json <file>', 'Write the figures as JSON.')
    .option('--no-graph', 'Leave the graph out (ppr_weight 0).')
    .option('--titles <form>', 'Write titles as heading, sentence, colon or bold, or leave them out: none.', 'heading')
    .option('--half <half>', 'Ask one half of the questions, a or b, or all.', 'all')
    .option('--categories <names>', 'Count only questions of these categories, comma-separated.')
    .option('--foreign <folder>', 'Ask the questions of another set, too: none of them has an answer here.')
    .option(
      '--database <address>',
      'Store in this database instead of a file, in a separate tenant that is emptied afterwards.',
    )
    .option('--keep <folder>', 'Keep the stores in this folder, and reuse those already there.')
    .action(async (folders, flags) => (await import('./bench.ts')).benchRetrieval(folders, flags));
  addSettings(bench.command('scale'), settings.bench)
    .description('Measure latency, memory and disk use of stores of given sizes.')
    .option('--memories <numbers>', 'Sizes to measure, comma-separated.', '10000,100000')
    .option(
      '--vectors <whose>',
      'Fill the stores with vectors of the model or, much faster, of the static table: model or static.',
      'model',
    )
    .option('--keep <folder>', 'Keep the stores in this folder, and reuse those already there.')
    .option(
      '--against <other>',
      'Compare, question by question, with the database at this address, in a separate tenant, or with the build of another version in this folder.',
    )
    .option('--json <file>', 'Write the figures as JSON.')
    .action(async (flags) => (await import('./bench.ts')).benchScale(flags));

  addSettings(bench.command('code'), settings.bench)
    .description('Measure NDCG@10 by file of code search on annotated repositories.')
    .option('--repos <folder>', 'Checkouts, one folder each.')
    .option('--annotations <folder>', 'Questions, one <name>.json for each checkout.')
    .option('--whole', 'Search all of each repository, not only its benchmark_root.')
    .option('--functions <folder>', 'Also ask a set in BEIR layout whose documents are functions.')
    .option('--json <file>', 'Write the figures as JSON.')
    .action(async (flags) => (await import('./bench-code.ts')).benchCode(flags));

  addSettings(bench.command('index'), settings.bench)
    .description('Measure indexing speed in files per second, stage by stage, and peak memory.')
    .requiredOption('--repos <folder>', 'Code bases, one folder each.')
    .option('--runs <number>', 'Runs per code base; the figures are medians.', '3')
    .option('--json <file>', 'Write the figures as JSON.')
    .action(async (flags) => (await import('./bench-code.ts')).benchIndex(flags));

  addSettings(bench.command('symbols'), settings.bench)
    .description('Compare symbols of a code base with Universal Ctags, which must be installed: precision and recall.')
    .argument('<folder>')
    .option('--language <names>', 'Only these languages, comma-separated.')
    .option('--list', 'Also list the differences.')
    .action(async (folder, flags) => (await import('./bench-code.ts')).benchSymbols(folder, flags));

  addSettings(bench.command('duplicates'), settings.bench)
    .description('Measure precision and recall of duplicates on labelled pairs of functions from public repositories.')
    .requiredOption('--repos <folder>', 'Checkouts of the repositories that bench/duplicate-pairs.json names.')
    .action(async (flags) => (await import('./bench-code.ts')).benchDuplicates(flags));
}
