import { expect, it } from 'vitest';
import { roleOf } from './role.ts';

it.each([
  ['code', 'src/click/testing.py lib/view.js mux.go packages/server/src/unstable-core/http/contentType.ts src/spec.ts'],
  ['code', 'src/contest.go src/latest.py app/inspector.rb src/mod.rs pkg/__init__.py src/documents/store.ts'],
  ['test', 'tests/test_app.py mux_test.go src/a.test.ts spec/user_spec.rb src/__tests__/a.js conftest.py'],
  ['test', 'src/UserServiceTest.java pkg/testdata/a.go src/test-utils.ts src/testutil.rs test/app.js src/UserTests.cs'],
  ['example', '_examples/rest/main.go examples/auth/index.js docs_src/body/tutorial001.py benchmarks/run.py'],
  ['docs', 'README.md docs/conf.py CHANGELOG website/src/index.js docs/api.rst LICENSE'],
  ['data', 'package.json .github/workflows/ci.yml go.mod Makefile src/style.css'],
  ['foreign', 'vendor/lib/a.go src/api_pb2.py types/index.d.ts dist/index.js src/schema.generated.ts'],
])('%s: %s', (role, paths) => {
  for (const path of paths.split(' ')) expect(`${path} ${roleOf(path)}`).toBe(`${path} ${role}`);
});
