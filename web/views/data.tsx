// Data: import, export, backups and jobs.
import { useEffect } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read, write } from '../api.ts';
import { ago, bytes, count, formatMoment } from '../format.ts';
import { notifyProblem, tell } from '../notices.tsx';
import { mayWrite } from '../parts/changes.ts';
import { Import } from '../parts/import.tsx';
import { Problem } from '../parts/problem.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { useResource } from '../resource.ts';
import { Text } from '../text.tsx';

type Job = Routes['data.jobs']['output']['jobs'][number];

export default function Data() {
  return (
    <>
      <div class="head">
        <h1>Data</h1>
      </div>
      <div class="columns">
        {mayWrite() && <Import />}
        <div class="stack">
          <Export />
          <Backups />
        </div>
      </div>
      <Jobs />
    </>
  );
}

function Export() {
  return (
    <section class="card stack" aria-label="Export">
      <h2>Export</h2>
      <p class="muted">
        The current versions of all memories you may see, valid or ended, with their entities, observations and
        relations, as JSON lines. The file can be imported again.
      </p>
      <p>
        <a class="button" href="/api/data/export" download="remanence.jsonl">
          Download
        </a>
      </p>
    </section>
  );
}

function Backups() {
  const { data, error, reload } = useResource('backups', (signal) => read('data.backups', {}, signal));
  const make = () =>
    write('data.backup', {}).then(({ name }) => {
      tell(`Backed up as ${name}.`);
      reload();
    }, notifyProblem);
  return (
    <section class="card stack" aria-label="Backups">
      <div class="row ends">
        <h2>Backups</h2>
        {mayWrite() && (
          <button type="button" onClick={make}>
            Back up now
          </button>
        )}
      </div>
      <Problem error={error} />
      {data?.backups.length === 0 && (
        <p class="muted">None yet. A server backs up a file store once a day, unless backups are turned off.</p>
      )}
      <ul class="lines">
        {data?.backups.map(({ name, at, bytes: size }) => (
          <li key={name} class="line">
            <span class="mono">
              <Text of={name} />
            </span>
            <span class="muted small" title={formatMoment(at)}>
              {ago(at)}
            </span>
            <span class="muted small number">{bytes(size)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LOOK_AGAIN_MS = 1000;
const TONES: Readonly<Record<Job['state'], string>> = {
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
};

function Jobs() {
  const { data, error, reload } = useResource('jobs', (signal) => read('data.jobs', {}, signal));
  const isAtWork = data?.jobs.some(({ state }) => state === 'running');
  // Polls a while after each answer
  useEffect(() => {
    if (!isAtWork) return;
    const timer = setTimeout(reload, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [data]);
  return (
    <section class="card stack lead" aria-label="Jobs">
      <h2>Jobs of the last day</h2>
      <Problem error={error} />
      {data?.jobs.length === 0 && <p class="muted">No jobs ran.</p>}
      {data && data.jobs.length > 0 && (
        <Scroll label="Table of jobs">
          <table>
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">State</th>
                <th scope="col">Begun</th>
                <th scope="col" class="number">
                  Done
                </th>
              </tr>
            </thead>
            <tbody>
              {data.jobs.map((job) => (
                <tr key={job.id}>
                  <td>
                    <Text of={job.kind} />
                    {job.error && (
                      <p class="bad small">
                        <Text of={job.error} />
                      </p>
                    )}
                  </td>
                  <td>
                    <span class={`tag ${TONES[job.state]}`}>{job.state}</span>
                  </td>
                  <td class="short">{ago(job.startedAt)}</td>
                  <td class="number">{job.total > 0 ? `${count(job.done)} of ${count(job.total)}` : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}
