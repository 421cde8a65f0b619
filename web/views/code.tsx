// Code: indexed projects, their progress, and the memories about their files.
import { useEffect, useState } from 'preact/hooks';
import type { Routes } from '../../src/transports/api/routes.ts';
import { read, write } from '../api.ts';
import { draft, dropDraft } from '../drafts.ts';
import { ago, count, counted, percent } from '../format.ts';
import { notifyProblem, tell } from '../notices.tsx';
import { mayWrite } from '../parts/changes.ts';
import { Waiting } from '../parts/list.tsx';
import { Pending } from '../parts/pending.tsx';
import { Problem } from '../parts/problem.tsx';
import { ProjectView } from '../parts/project-view.tsx';
import { useResource } from '../resource.ts';
import { route, to } from '../route.ts';
import { Text } from '../text.tsx';

type Project = Routes['code.projects']['output']['projects'][number];

const LOOK_AGAIN_MS = 700;

export default function Code() {
  const name = route.value.id;
  const { data, error, reload } = useResource('projects', (signal) => read('code.projects', {}, signal));
  const isAtWork = data?.projects.some(
    ({ state, pending, machine }) => state === 'indexing' || (machine === null && (state === 'pending' || pending > 0)),
  );
  // Polls a while after each answer
  useEffect(() => {
    if (!isAtWork) return;
    const timer = setTimeout(reload, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [data]);
  const project = data?.projects.find((each) => each.name === name);
  if (name !== null) {
    if (project) return <ProjectView project={project} />;
    return data ? <Unknown name={name} /> : <Pending title="Code" error={error} retry={reload} />;
  }
  return (
    <>
      <div class="head">
        <h1>Code</h1>
      </div>
      {mayWrite() && <IndexFolder onBegun={reload} />}
      <Problem error={error} retry={reload} />
      {!data && !error && <Waiting />}
      {data?.projects.length === 0 && (
        <div class="empty">
          <h2>No code indexed yet</h2>
          <p>
            Index a folder on the server's machine to look up its symbols, calls and copies, and to check memories that
            name its code.
          </p>
        </div>
      )}
      <ul class="cards">
        {data?.projects.map((each) => (
          <li key={`${each.machine} ${each.root}`}>
            <ProjectCard project={each} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Unknown({ name }: { readonly name: string }) {
  return (
    <div class="empty">
      <h1>Project not found</h1>
      <p>
        <Text of={name} /> is not indexed. <a href={to('code')}>All projects</a>
      </p>
    </div>
  );
}

function IndexFolder({ onBegun }: { readonly onBegun: () => void }) {
  const path = draft('folder');
  const [isWatched, setWatched] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await write('code.index', { path: path.value.trim(), watch: isWatched });
      dropDraft('folder');
      setError(null);
      onBegun();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <form class="stack lead" onSubmit={submit}>
      <div class="row">
        <input
          class="grow"
          name="path"
          aria-label="Folder to index"
          placeholder="Folder to index, on the server's machine"
          required
          value={path.value}
          onInput={(event) => {
            path.value = event.currentTarget.value;
          }}
        />
        <label class="check">
          <input type="checkbox" checked={isWatched} onChange={(event) => setWatched(event.currentTarget.checked)} />
          keep up to date
        </label>
        <button type="submit" class="primary">
          Index
        </button>
      </div>
      <Problem error={error} />
    </form>
  );
}

function ProjectCard({ project }: { readonly project: Project }) {
  const { name, root, machine, state, progress, error } = project;
  const stop = () =>
    write('code.cancel', { path: root }).then(
      ({ stopped }) => tell(stopped ? 'Stopped.' : 'It had already ended.'),
      notifyProblem,
    );
  return (
    <article class="card stack" data-row>
      <div class="row ends">
        <h2>
          <a href={to('code', name)}>
            <Text of={name} />
          </a>
        </h2>
        <span class="row">
          {project.watching && <span class="tag good">kept up to date</span>}
          <State project={project} />
          {state === 'indexing' && machine === null && (
            <button type="button" class="small" onClick={stop}>
              Stop
            </button>
          )}
        </span>
      </div>
      <p class="muted small mono">
        <Text of={machine === null ? root : `${root} on ${machine}`} />
      </p>
      {state === 'indexing' && <Progress share={progress} label={`Indexing ${name}`} />}
      {error && (
        <p class="bad">
          <Text of={error} />
        </p>
      )}
      <p class="facts">
        <span>{counted(project.files, 'file')}</span>
        <span>{counted(project.symbols, 'symbol')}</span>
        <span>{counted(project.chunks, 'piece')}</span>
        {project.pending > 0 && <span>{count(project.pending)} wait for vectors</span>}
        {project.indexedAt && <span>indexed {ago(project.indexedAt)}</span>}
        {project.commit && <span class="mono">{project.commit.slice(0, 9)}</span>}
      </p>
    </article>
  );
}

function State({ project: { state, progress, readFiles, totalFiles } }: { readonly project: Project }) {
  if (state === 'completed') return <span class="tag">indexed</span>;
  if (state === 'failed') return <span class="tag bad">failed</span>;
  return (
    <span class="tag accent number">
      {percent(progress)} · {count(readFiles)} of {count(totalFiles)} files
    </span>
  );
}

function Progress({ share, label }: { readonly share: number; readonly label: string }) {
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}
