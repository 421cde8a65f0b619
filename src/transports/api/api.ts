// /api, which the page uses: each route calls one verb of the engine with the actor of the request.
import { RemanenceError } from '../../errors.ts';
import type { HttpContext } from '../authentication.ts';
import type { App } from '../listen.ts';
import { answer, refuse } from './answer.ts';
import { addExport } from './export.ts';
import { readInput } from './input.ts';
import { addEvents } from './live.ts';
import { readQuery } from './query-string.ts';
import { type ApiOptions, enter, readBody } from './request.ts';
import type { Route } from './route.ts';
import { pathOf, routes } from './routes.ts';
import { addSessionRoutes } from './session-routes.ts';

export function addApi(app: App, options: ApiOptions): void {
  const table: [string, Route][] = Object.entries(routes);
  for (const [name, route] of table) {
    const path = pathOf(name);
    if (route.effect === 'reads') app.get(path, (context) => serve(context, route, options));
    else app.post(path, (context) => serve(context, route, options));
  }
  addSessionRoutes(app, options);
  addEvents(app, options);
  addExport(app, options);
  app.all('/api/*', (context) =>
    refuse(context, new RemanenceError('not_found', `${context.req.method} ${context.req.path} does not exist.`)),
  );
}

async function serve(context: HttpContext, route: Route, options: ApiOptions): Promise<Response> {
  try {
    const { actor } = await enter(context, route.effect, options);
    const { signal } = context.req.raw;
    const given =
      route.effect === 'reads'
        ? readQuery(route.input, new URL(context.req.url).searchParams)
        : await readBody(context, actor, options);
    if (given instanceof Response) return given;
    const input = readInput(route.input, given);
    const engine = await options.serving.engine();
    return await answer(context, await route.handle(input, { engine, actor, signal }));
  } catch (thrown) {
    return refuse(context, thrown);
  }
}
