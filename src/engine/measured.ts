// The engine methods that are timed, and the category of each.

export const MEASURED = {
  memories: {
    store: 'write',
    storeUnlessSaid: 'write',
    storeEach: 'write',
    update: 'write',
    invalidate: 'write',
    discard: 'write',
  },
  retrieval: {
    byMeaning: 'search',
    byWords: 'search',
    recall: 'search',
    recallFrom: 'search',
    relevant: 'search',
    byOverlap: 'search',
  },
  code: { search: 'search', functions: 'search' },
  notes: { search: 'search' },
} as const;
