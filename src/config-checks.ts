// Checks beyond single settings: settings that belong together, paths of the wrong kind, unknown variables.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Problem {
  readonly what: string;
  readonly fix: string;
}

const isFolder = (path: string): boolean | null => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;

/** An empty name would mean the working folder. */
export const unnamedFolder: Problem = {
  what: '--data-dir is empty',
  fix: 'Name a folder, or leave --data-dir out to use ~/.remanence. A variable used for it may be unset.',
};

export function dataFolderProblem(dataDir: string): Problem | null {
  if (isFolder(dataDir) !== false) return null;
  return {
    what: `${dataDir} is a file, not a folder`,
    fix: `Pass its folder: --data-dir ${dirname(dataDir)}`,
  };
}

type Together = Readonly<
  Partial<
    Record<
      'llmUrl' | 'llmGguf' | 'llmModel' | 'embeddingsUrl' | 'embeddingsModel' | 'codeMemoryDbPath' | 'codeMemoryDbDir',
      string | undefined
    >
  >
>;

/** Problems of settings that are each valid alone. */
export function combinationProblems(config: Together): Problem[] {
  const { llmUrl, llmGguf, llmModel, embeddingsUrl, embeddingsModel, codeMemoryDbPath, codeMemoryDbDir } = config;
  const problems: (Problem | false)[] = [
    llmUrl !== undefined &&
      llmGguf !== undefined && {
        what: '--llm-url and --llm-gguf name two language models',
        fix: 'Leave one of them out.',
      },
    llmUrl !== undefined &&
      llmModel === undefined && { what: '--llm-url needs a model', fix: 'Add --llm-model, for example llama3.2.' },
    embeddingsUrl !== undefined &&
      embeddingsModel === undefined && {
        what: '--embeddings-url needs a model',
        fix: 'Add --embeddings-model, for example nomic-embed-text.',
      },
    codeMemoryDbPath !== undefined &&
      isFolder(codeMemoryDbPath) === true && {
        what: `CODE_MEMORY_DB_PATH: ${codeMemoryDbPath} is a folder, not a file`,
        fix: 'Name the file in it, or set CODE_MEMORY_DB_DIR.',
      },
    codeMemoryDbDir !== undefined &&
      isFolder(codeMemoryDbDir) === false && {
        what: `CODE_MEMORY_DB_DIR: ${codeMemoryDbDir} is a file, not a folder`,
        fix: 'Set CODE_MEMORY_DB_PATH to use that file.',
      },
  ];
  return problems.filter((problem) => problem !== false);
}

const OURS = /^(?:REMANENCE|CODE_MEMORY)_/;
const bare = (name: string): string => name.replace(OURS, '').replaceAll('_', '');

/** Variables that look like ours but set nothing: their author believes that they do. */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): Problem[] {
  const unknown = Object.keys(environment).filter(
    (name) => OURS.test(name) && environment[name] !== '' && !known.includes(name),
  );
  return unknown.map((name) => {
    const meant = known.find((each) => bare(each) === bare(name));
    return {
      what: `${name}: unknown setting`,
      fix: meant ? `Did you mean ${meant}?` : `Unset ${name}.`,
    };
  });
}
