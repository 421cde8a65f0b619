// Import with a preview of what would be imported.
import { useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { ask, write } from '../api.ts';
import { count } from '../format.ts';
import { tell } from '../notices.tsx';
import { Text } from '../text.tsx';
import { Problem } from './problem.tsx';

type Format = Routes['data.preview']['input']['format'];
type Preview = Routes['data.preview']['output'];

const FORMATS: readonly (readonly [Format, string])[] = [
  ['remanence', 'Remanence'],
  ['server-memory', 'MCP server-memory'],
  ['mem0', 'mem0'],
  ['basic-memory', 'basic-memory note'],
  ['claude-memory', 'Claude memory file'],
];

interface Chosen {
  readonly name: string;
  readonly text: string;
}

export function Import() {
  const [format, setFormat] = useState<Format>('remanence');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const look = (next: Chosen | null, as: Format) =>
    attempt(async () => {
      setChosen(next);
      setPreview(null);
      if (next) setPreview(await ask('data.preview', { format: as, ...next }));
    });
  const bring = () =>
    attempt(async () => {
      if (!chosen) return;
      const done = await write('data.import', { format, ...chosen });
      tell(`${count(done.memories)} memories imported; ${count(done.known)} already existed.`);
      setChosen(null);
      setPreview(null);
    });
  return (
    <section class="card stack" aria-label="Import">
      <h2>Import</h2>
      <div class="fields">
        <label>
          Format
          <select
            value={format}
            onChange={(event) => {
              const next = FORMATS.find(([each]) => each === event.currentTarget.value)?.[0] ?? 'remanence';
              setFormat(next);
              void look(chosen, next);
            }}
          >
            {FORMATS.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          File
          <input
            type="file"
            onChange={async (event) => {
              const file = event.currentTarget.files?.[0];
              await look(file ? { name: file.name, text: await file.text() } : null, format);
            }}
          />
        </label>
      </div>
      <Problem error={error} />
      {preview && <Preview preview={preview} />}
      {preview && (
        <div class="row">
          <button
            type="button"
            class="primary"
            disabled={isBusy || preview.memories + preview.entities + preview.relations === 0}
            onClick={bring}
          >
            Import
          </button>
        </div>
      )}
    </section>
  );
}

function Preview({
  preview: { memories, known, entities, relations, problems, first },
}: {
  readonly preview: Preview;
}) {
  return (
    <div class="stack" role="status">
      <p class="facts">
        <span>{count(memories)} new memories</span>
        <span>{count(known)} already known</span>
        <span>{count(entities)} entities</span>
        <span>{count(relations)} relations</span>
      </p>
      <ul class="first">
        {first.slice(0, 5).map((text, at) => (
          <li key={at}>
            <Text of={text.slice(0, 240)} />
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <details class="remark warn">
          <summary>{count(problems.length)} could not be read</summary>
          <ul>
            {problems.slice(0, 50).map(({ where, why }, at) => (
              <li key={at}>
                <Text of={`${where}: ${why}`} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
