// Patterns in the voices of many teams, with components that follow each and that do not; only measured.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const TEAMS_HELD: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Repository implementation',
      content:
        'Implementations of repositories end in RepositoryImpl and take the dao and the api in the constructor. All public functions are suspend functions and switch to ioDispatcher with withContext. Entities of Room never leave the repository.',
      template: `class {Name}RepositoryImpl(
    private val dao: {Name}Dao,
    private val api: {Name}Api,
    private val ioDispatcher: CoroutineDispatcher,
) : {Name}Repository {
    override suspend fun get(id: String): {Name} = withContext(ioDispatcher) {
        dao.byId(id)?.toDomain() ?: api.fetch(id)
    }
}
`,
      language: 'kotlin',
    },
    {
      component: 'RecipeRepositoryImpl',
      file: 'data/src/main/kotlin/RecipeRepositoryImpl.kt',
      code: `package data

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.withContext

class RecipeRepositoryImpl(
    private val dao: RecipeDao,
    private val api: RecipeApi,
    private val ioDispatcher: CoroutineDispatcher,
) : RecipeRepository {
    override suspend fun favourites(): List<Recipe> = withContext(ioDispatcher) {
        dao.favourites().map { it.toDomain() }
    }

    override suspend fun refresh(id: String) = withContext(ioDispatcher) {
        dao.insert(api.fetch(id).toEntity())
    }
}
`,
    },
    {
      component: 'PantryRepositoryImpl',
      file: 'data/src/main/kotlin/PantryRepositoryImpl.kt',
      code: `package data

class PantryRepositoryImpl(
    private val dao: PantryDao,
    private val api: PantryApi,
) : PantryRepository {
    override fun items(): List<Item> = dao.all().map { it.toDomain() }
}
`,
      about: /suspend|async|withContext|ioDispatcher/i,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Telemetry header',
      content:
        'Headers begin with #pragma once and put everything into namespace telemetry. Classes that own a resource are not copyable: copy constructor and copy assignment are deleted. using namespace must not appear in a header, and std::endl is avoided.',
      language: 'cpp',
    },
    {
      component: 'SpanExporter',
      file: 'include/telemetry/span_exporter.h',
      code: `#pragma once

#include <string>

namespace telemetry {

class SpanExporter {
 public:
  explicit SpanExporter(std::string endpoint);
  SpanExporter(const SpanExporter&) = delete;
  SpanExporter& operator=(const SpanExporter&) = delete;

  void flush();

 private:
  std::string endpoint_;
};

}  // namespace telemetry
`,
    },
    {
      component: 'MetricSink',
      file: 'include/telemetry/metric_sink.h',
      code: `#pragma once

#include <iostream>

using namespace std;

namespace telemetry {

class MetricSink {
 public:
  MetricSink(const MetricSink&) = delete;
  MetricSink& operator=(const MetricSink&) = delete;

  void write(const string& line) { cout << line << std::endl; }
};

}  // namespace telemetry
`,
      about: /namespace|endl/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'FastAPI router',
      content:
        'Each router module defines router = APIRouter(...). Endpoints are async def and get the session with Depends(get_session); nobody opens a SessionLocal in an endpoint. Errors are raised as HTTPException.',
      template: `from fastapi import APIRouter, Depends, HTTPException

from app.db import get_session

router = APIRouter(prefix="/{name}", tags=["{name}"])


@router.get("/{item_id}")
async def read(item_id: int, session=Depends(get_session)):
    item = await session.get({Name}, item_id)
    if item is None:
        raise HTTPException(status_code=404)
    return item
`,
      language: 'python',
    },
    {
      component: 'harvests',
      file: 'app/routers/harvests.py',
      code: `from fastapi import APIRouter, Depends, HTTPException

from app.db import get_session
from app.models import Harvest

router = APIRouter(prefix="/harvests", tags=["harvests"])


@router.get("/{harvest_id}")
async def harvest(harvest_id: int, session=Depends(get_session)):
    found = await session.get(Harvest, harvest_id)
    if found is None:
        raise HTTPException(status_code=404)
    return found


@router.post("/")
async def create_harvest(body: dict, session=Depends(get_session)):
    if "field" not in body:
        raise HTTPException(status_code=422)
    session.add(Harvest(**body))
    await session.commit()
`,
    },
    {
      component: 'tractors',
      file: 'app/routers/tractors.py',
      code: `from fastapi import APIRouter, HTTPException

from app.db import SessionLocal
from app.models import Tractor

router = APIRouter(prefix="/tractors", tags=["tractors"])


@router.get("/{tractor_id}")
async def tractor(tractor_id: int):
    session = SessionLocal()
    found = await session.get(Tractor, tractor_id)
    if found is None:
        raise HTTPException(status_code=404)
    return found
`,
      about: /SessionLocal|Depends|get_session/,
    },
  ),
];
