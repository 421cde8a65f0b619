// More patterns written in a hurry, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const FURTHER_HURRIED: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Storage trait',
      content:
        'Backends implement the Storage trait with #[async_trait]. All fallible calls use ? and map into StorageError; unwrap and expect are only allowed in tests. Types are Send + Sync, so no Rc and no RefCell. Do not block: std::fs is forbidden, use tokio::fs.',
      language: 'rust',
    },
    {
      component: 'DiskStorage',
      file: 'src/storage/disk.rs',
      code: `use async_trait::async_trait;

use super::{Storage, StorageError};

pub struct DiskStorage {
    root: std::path::PathBuf,
}

#[async_trait]
impl Storage for DiskStorage {
    async fn get(&self, key: &str) -> Result<Vec<u8>, StorageError> {
        let bytes = tokio::fs::read(self.root.join(key)).await?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn joins() {
        assert!(std::fs::read("x").is_err());
        "1".parse::<u8>().unwrap();
    }
}
`,
    },
    {
      component: 'TempStorage',
      file: 'src/storage/temp.rs',
      code: `use async_trait::async_trait;

use super::{Storage, StorageError};

pub struct TempStorage {
    root: std::path::PathBuf,
}

#[async_trait]
impl Storage for TempStorage {
    async fn get(&self, key: &str) -> Result<Vec<u8>, StorageError> {
        let bytes = std::fs::read(self.root.join(key))?;
        Ok(bytes)
    }
}
`,
      about: /std.*fs|tokio/,
    },
    {
      component: 'MemoryStorage',
      file: 'src/storage/memory.rs',
      code: `use std::cell::RefCell;
use std::collections::HashMap;

use async_trait::async_trait;

use super::{Storage, StorageError};

pub struct MemoryStorage {
    entries: RefCell<HashMap<String, Vec<u8>>>,
}

#[async_trait]
impl Storage for MemoryStorage {
    async fn get(&self, key: &str) -> Result<Vec<u8>, StorageError> {
        self.entries.borrow().get(key).cloned().ok_or(StorageError::Missing)
    }
}
`,
      about: /RefCell/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Network request',
      content:
        'Requests are structs conforming to APIRequest with a typealias Response, a path and a method. The body is Encodable. Never build a URL with string interpolation (use URLComponents), and no force unwrapping.',
      template: `struct {Name}Request: APIRequest {
    typealias Response = {Name}

    let id: String

    var path: String { "/{name}" }
    var method: HTTPMethod { .get }
}
`,
      language: 'swift',
    },
    {
      component: 'PlaylistRequest',
      file: 'Sources/API/PlaylistRequest.swift',
      code: `import Foundation

struct PlaylistRequest: APIRequest {
    typealias Response = [Track]

    let owner: String

    var path: String { "/playlists" }
    var method: HTTPMethod { .get }
}
`,
    },
    {
      component: 'LyricsRequest',
      file: 'Sources/API/LyricsRequest.swift',
      code: `import Foundation

final class LyricsRequest: APIRequest {
    typealias Response = Lyrics

    var path: String { "/lyrics" }
    var method: HTTPMethod { .get }

    func url() -> URL {
        URL(string: "https://api.example.com/lyrics")!
    }
}
`,
      about: /struct|unwrap/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Plugin',
      content:
        'Every plugin derives from Plugin, is marked final and overrides name() and process(). Plugins must be noexcept in process(). Buffers are passed as std::span. Forbidden: malloc, raw arrays, std::cout, and locks (std::mutex) in process().',
      language: 'cpp',
    },
    {
      component: 'GainPlugin',
      file: 'plugins/gain_plugin.h',
      code: `#pragma once

#include <span>

#include "plugin.h"

class GainPlugin final : public Plugin {
 public:
  const char* name() const override { return "gain"; }

  void process(std::span<float> samples) noexcept override {
    for (auto& sample : samples) sample *= gain_;
  }

 private:
  float gain_ = 1.0f;
};
`,
    },
    {
      component: 'MeterPlugin',
      file: 'plugins/meter_plugin.h',
      code: `#pragma once

#include <mutex>
#include <span>

#include "plugin.h"

class MeterPlugin final : public Plugin {
 public:
  const char* name() const override { return "meter"; }

  void process(std::span<float> samples) noexcept override {
    std::lock_guard<std::mutex> guard(lock_);
    for (auto sample : samples) peak_ = std::max(peak_, sample);
  }

 private:
  std::mutex lock_;
  float peak_ = 0.0f;
};
`,
      about: /mutex/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Nightly export',
      content:
        'Exports extend BaseExport and implement columns() and rows(). Rows are yielded one by one - do not collect everything into a list first. Dates use isoformat(). open() is not called directly, files come from self.storage.',
      template: `class {Name}Export(BaseExport):
    def columns(self):
        return ["id"]

    def rows(self):
        for item in self.repository.iterate():
            yield [item.id, item.created.isoformat()]
`,
      language: 'python',
    },
    {
      component: 'DonationExport',
      file: 'exports/donation.py',
      code: `from exports.base import BaseExport


class DonationExport(BaseExport):
    def columns(self):
        return ["donor", "amount"]

    def rows(self):
        for donation in self.repository.iterate():
            yield [donation.donor, donation.amount]
`,
    },
    {
      component: 'VolunteerExport',
      file: 'exports/volunteer.py',
      code: `from exports.base import BaseExport


class VolunteerExport(BaseExport):
    def columns(self):
        return ["name"]

    def write(self):
        with open("/tmp/volunteers.csv", "w") as out:
            for person in self.repository.iterate():
                out.write(person.name)
`,
      about: /rows|open/,
    },
  ),
];
