// Generates what registries and container builds read from package.json and the served tools:
//   server.json         the MCP registry        packaging/mcpb.json   the manifest of the bundle for Claude Desktop
//   Dockerfile          a container that serves over HTTP
//   .claude-plugin/, plugin/   the marketplace and the plugin of Claude Code and Codex
// `npm run manifests` writes them; a test fails when they differ.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const json = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const lines = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The files by path. */
export function manifests() {
  const manifest = json('package.json');
  const tools = json('src/contracts/memory-mcp/tools.snap.json');
  return {
    'server.json': lines(serverJson(manifest)),
    'packaging/mcpb.json': lines(mcpb(manifest, tools)),
    Dockerfile: dockerfile(manifest),
    '.claude-plugin/marketplace.json': lines(marketplace(manifest)),
    'plugin/.claude-plugin/plugin.json': lines(plugin(manifest)),
    'plugin/.mcp.json': lines(pluginServer(manifest)),
    'plugin/.codex-plugin/plugin.json': lines(codexPlugin(manifest)),
    'plugin/codex.mcp.json': lines(codexServer(manifest)),
  };
}

function serverJson({ name, mcpName, version, description }) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Remanence',
    description,
    version,
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          {
            name: 'REMANENCE_DATA_DIR',
            description: 'Folder that holds everything (default: ~/.remanence).',
            format: 'filepath',
          },
        ],
      },
    ],
  };
}

/** Without platforms, which each platform's bundle adds. */
function mcpb({ name, version, description, keywords, license, author, engines }, tools) {
  return {
    $schema: 'https://raw.githubusercontent.com/anthropics/mcpb/main/schemas/mcpb-manifest-v0.3.schema.json',
    manifest_version: '0.3',
    name,
    display_name: 'Remanence',
    version,
    description,
    author: { name: author },
    server: {
      type: 'node',
      entry_point: 'dist/main.js',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Desktop fills it in.
      mcp_config: { command: 'node', args: ['${__dirname}/dist/main.js', 'mcp'] },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description })),
    keywords,
    license,
    compatibility: { runtimes: { node: engines.node } },
  };
}

const dockerfile = ({
  name,
  version,
  description,
  license,
  author,
}) => `# Written by \`npm run manifests\`; do not edit.
# Serves over HTTP to those who have a token; docs/guide/operating.md says how to make one and how to run this.
FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm run packages -- --to /tarballs --platform "linux-$(node -p process.arch)"
WORKDIR /app
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund /tarballs/*.tgz

FROM node:22-bookworm-slim
LABEL org.opencontainers.image.title="${name}" \\
      org.opencontainers.image.version="${version}" \\
      org.opencontainers.image.description="${description}" \\
      org.opencontainers.image.licenses="${license}" \\
      org.opencontainers.image.authors="${author}"
COPY --from=build /app /app
# Everything that is written goes to /data: the rest may be read-only.
RUN mkdir /data && chown node:node /data && chmod 700 /data
ENV NODE_ENV=production REMANENCE_DATA_DIR=/data REMANENCE_HOST=0.0.0.0
USER node
WORKDIR /data
VOLUME /data
EXPOSE 7437
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \\
  CMD ["node", "-e", "fetch('http://127.0.0.1:9090/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/${name}/dist/main.js"]
CMD ["serve"]
`;

const marketplace = ({ name, description, author }) => ({
  name,
  owner: { name: author },
  metadata: { description },
  plugins: [{ name, source: './plugin', description }],
});

const plugin = ({ name, version, description, author, license, keywords }) => ({
  name,
  version,
  description,
  author: { name: author },
  license,
  keywords,
});

/** Few tools, so that clients list them all: agents do not call deferred tools. */
const SERVE = [
  'mcp',
  '--project',
  'auto',
  '--tools',
  'recall,search_text,get_memory,store_memory,invalidate,search_code',
];

const pluginServer = ({ name }) => ({
  mcpServers: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code fills it in.
    [name]: { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/start.mjs', ...SERVE], alwaysLoad: true },
  },
});

const codexPlugin = (manifest) => ({
  ...plugin(manifest),
  mcpServers: './codex.mcp.json',
  hooks: './hooks/hooks.json',
  skills: './skills/',
});

/**
 * Codex copies the plugin away from its program and does not tell a server where. In the root folder npm does not read
 * the project's .npmrc.
 */
const codexServer = ({ name, version }) => ({
  mcpServers: { [name]: { command: 'npx', args: ['--prefix=/', '-y', `${name}@${version}`, ...SERVE] } },
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(manifests())) {
    mkdirSync(join(ROOT, dirname(path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
}
