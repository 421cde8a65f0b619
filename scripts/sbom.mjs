// The bill of materials of the npm package (CycloneDX 1.6): what it contains, and what npm installs beside it. `npm sbom` lists only
// the latter, and adds the time and a random number.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runtimeManifests } from './runtimes.mjs';
import { thirdParties } from './third-parties.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const json = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

export function sbom(metafile) {
  const { name, version, description, license } = json('package.json');
  const { packages } = json('package-lock.json');
  const parts = thirdParties(metafile);
  const inside = new Set(parts.map(({ path }) => path));
  const beside = Object.keys(packages).filter((path) => isInstalled(packages[path], path) && !inside.has(path));
  const runtimes = runtimeManifests();
  const all = [
    ...beside.map((path) => outer(nameOf(path), packages[path])),
    // A checkout does not install these, so the lock file does not list them.
    ...runtimes.map((manifest) => outer(manifest.name, { ...manifest, optional: true })),
    ...parts.map((part) => inner(part, packages[part.path])),
  ];
  // A package installed in several places counts once.
  const byRef = new Map(all.map((component) => [component['bom-ref'], component]));
  const components = [...byRef.keys()].sort().map((ref) => byRef.get(ref));
  const self = purl(name, version);
  const needs = (path) => [
    ...new Set(
      Object.keys({ ...packages[path].dependencies, ...packages[path].optionalDependencies })
        .map((needed) => refOf(packages, resolve(packages, path, needed)))
        .filter((ref) => byRef.has(ref)),
    ),
  ];
  const carried = parts.filter(({ path }) => path === undefined || packages[path].dev).map(refOfPart);
  const known = [...inside, ...beside].filter((path) => path !== undefined);
  const edges = new Map(known.map((path) => [refOf(packages, path), needs(path).sort()]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { type: 'application', 'bom-ref': self, name, version, description, ...licences(license), purl: self },
    },
    components,
    dependencies: [
      { ref: self, dependsOn: [...new Set([...needs(''), ...carried, ...runtimes.map(refOfPart)])].sort() },
      ...[...edges.keys()].sort().map((ref) => ({ ref, dependsOn: edges.get(ref) })),
    ],
  };
}

/** Peers are the user's choice; the root is the package itself. */
const isInstalled = ({ dev, peer, devOptional }, path) => path !== '' && !dev && !peer && !devOptional;

function inner(part, locked) {
  const { name, version, licence, where, isModel, files = [] } = part;
  return {
    type: isModel ? 'machine-learning-model' : 'library',
    'bom-ref': refOfPart(part),
    name,
    ...(version === undefined ? {} : { version, purl: purl(name, version) }),
    ...hashes(locked),
    ...licences(licence),
    ...(files.length === 0 ? {} : { components: files.map((file) => fileOf(part, file)) }),
    properties: [{ name: 'remanence:carried-in', value: where }],
  };
}

const fileOf = (part, { name, sha256 }) => ({
  type: 'file',
  'bom-ref': `${refOfPart(part)}#${name}`,
  name,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
});

function outer(name, locked) {
  const ref = purl(name, locked.version);
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version: locked.version,
    purl: ref,
    scope: locked.optional ? 'optional' : 'required',
    ...hashes(locked),
    ...licences(locked.license),
  };
}

const refOfPart = ({ name, version }) => (version === undefined ? `model:${name}` : purl(name, version));
const refOf = (packages, path) => path && purl(nameOf(path), packages[path].version);
const nameOf = (path) => path.split('node_modules/').at(-1);
const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Where Node finds a package that another needs: beside it, or in a folder above. */
function resolve(packages, path, name) {
  const found = `${path && `${path}/`}node_modules/${name}`;
  if (found in packages) return found;
  if (path === '') return undefined;
  return resolve(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

const hashes = (locked) =>
  locked?.integrity?.startsWith('sha512-')
    ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(locked.integrity.slice(7), 'base64').toString('hex') }] }
    : {};

const licences = (spdx) =>
  spdx === undefined ? {} : { licenses: [/[ (]/.test(spdx) ? { expression: spdx } : { license: { id: spdx } }] };
