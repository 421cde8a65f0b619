// More patterns in the voices of many teams, with components that follow each and that do not; only measured.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const LAST_TEAMS_HELD: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Serializer',
      content:
        'Serializers inherit from ApplicationSerializer and list their fields explicitly with attributes. They do not query: where, find and find_by have no place in a serializer. Times are rendered with iso8601.',
      language: 'ruby',
    },
    {
      component: 'LessonSerializer',
      file: 'app/serializers/lesson_serializer.rb',
      code: `class LessonSerializer < ApplicationSerializer
  attributes :id, :title, :starts_at

  def starts_at
    object.starts_at.iso8601
  end
end
`,
    },
    {
      component: 'PupilSerializer',
      file: 'app/serializers/pupil_serializer.rb',
      code: `class PupilSerializer < ActiveModel::Serializer
  attributes :id, :name, :absences

  def absences
    Absence.where(pupil_id: object.id).count
  end
end
`,
      about: /ApplicationSerializer|where/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Value object',
      content:
        'Value objects are tuple structs that derive Debug, Clone, PartialEq and Eq. The inner field is private. They are made by parse, which returns Result<Self, ParseError>; a value object must never panic and does not implement Default.',
      template: `#[derive(Debug, Clone, PartialEq, Eq)]
pub struct {Name}(String);

impl {Name} {
    pub fn parse(raw: &str) -> Result<Self, ParseError> {
        if raw.is_empty() {
            return Err(ParseError::Empty);
        }
        Ok(Self(raw.to_owned()))
    }
}
`,
      language: 'rust',
    },
    {
      component: 'Iban',
      file: 'crates/bank/src/iban.rs',
      code: `use crate::ParseError;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Iban(String);

impl Iban {
    pub fn parse(raw: &str) -> Result<Self, ParseError> {
        let compact: String = raw.split_whitespace().collect();
        if compact.len() < 15 {
            return Err(ParseError::TooShort);
        }
        Ok(Self(compact))
    }

    pub fn country(&self) -> &str {
        &self.0[..2]
    }
}
`,
    },
    {
      component: 'AccountNumber',
      file: 'crates/bank/src/account_number.rs',
      code: `#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountNumber(String);

impl AccountNumber {
    pub fn parse(raw: &str) -> Self {
        if raw.len() != 10 {
            panic!("bad account number");
        }
        Self(raw.to_owned())
    }
}
`,
      about: /panic|Result|error/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Middleware',
      content:
        'Middlewares are factories: a function that takes options and returns (req, res, next). Errors go to next(err); a middleware does not throw. The settings are read from options and process.env is never read in a middleware.',
      language: 'javascript',
    },
    {
      component: 'rateLimit',
      file: 'server/middleware/rateLimit.js',
      code: `const { TooManyRequests } = require('../errors');

function rateLimit(options) {
  const seen = new Map();
  return (req, res, next) => {
    const count = (seen.get(req.ip) ?? 0) + 1;
    seen.set(req.ip, count);
    if (count > options.max) return next(new TooManyRequests());
    next();
  };
}

module.exports = rateLimit;
`,
    },
    {
      component: 'tenant',
      file: 'server/middleware/tenant.js',
      code: `function tenant() {
  return (req, res, next) => {
    const name = req.headers['x-tenant'] ?? process.env.DEFAULT_TENANT;
    if (!name) throw new Error('no tenant');
    req.tenant = name;
    next();
  };
}

module.exports = tenant;
`,
      about: /process\.env|throw/,
    },
  ),
  {
    name: 'a pattern of good intentions cannot be judged',
    pattern: { name: 'Report style', content: 'Reports read well and are pleasant to work with for the next person.' },
    follows: true,
    component: 'YieldReport',
    file: 'lib/yield_report.rb',
    code: { 'lib/yield_report.rb': 'class YieldReport\n  def rows\n    []\n  end\nend\n' },
    verdict: 'cannot be judged',
  },
  {
    name: 'a pattern about the past cannot be judged',
    pattern: {
      name: 'Import history',
      content: 'The importer was written in a hurry for the spring fair. It grew since then and is due for a cleanup.',
    },
    follows: true,
    component: 'FairImporter',
    file: 'fair/importer.py',
    code: { 'fair/importer.py': 'class FairImporter:\n    def load(self, path):\n        return open(path).read()\n' },
    verdict: 'cannot be judged',
  },
  {
    name: 'nothing is indexed for a component',
    pattern: { name: 'Saga', content: 'A saga extends Saga and never uses GlobalScope.', language: 'kotlin' },
    follows: true,
    component: 'CheckoutSaga',
    file: 'app/CheckoutSaga.kt',
    code: {},
    verdict: 'cannot be judged',
  },
];
