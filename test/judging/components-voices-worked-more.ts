// More patterns as teams put them down in a hurry; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const MORE_VOICES_WORKED: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Domain event',
      content:
        'Domain events are immutable records, named in the past tense, that implement IDomainEvent and carry an OccurredAt. No setters. Events do not reference entities, only ids.',
      template: `public sealed record {Name}(Guid Id, DateTimeOffset OccurredAt) : IDomainEvent;
`,
      language: 'csharp',
    },
    {
      component: 'OrderShipped',
      file: 'src/Domain/Events/OrderShipped.cs',
      code: `namespace Shop.Domain.Events;

public sealed record OrderShipped(Guid OrderId, string Carrier, DateTimeOffset OccurredAt) : IDomainEvent;
`,
    },
    {
      component: 'OrderCancelled',
      file: 'src/Domain/Events/OrderCancelled.cs',
      code: `namespace Shop.Domain.Events;

public class OrderCancelled : IDomainEvent
{
    public Guid OrderId { get; set; }
    public DateTimeOffset OccurredAt { get; set; }
}
`,
      about: /record|sealed|setter/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Compose screen',
      content:
        'Screens are @Composable functions ending in Screen. They get the state and callbacks as parameters; a screen must not create a ViewModel itself and must not call collectAsState. Strings come from stringResource.',
      template: `@Composable
fun {Name}Screen(state: {Name}State, onAction: ({Name}Action) -> Unit) {
    Text(stringResource(R.string.{name}_title))
}
`,
      language: 'kotlin',
    },
    {
      component: 'BasketScreen',
      file: 'app/src/main/java/shop/BasketScreen.kt',
      code: `package shop

@Composable
fun BasketScreen(state: BasketState, onAction: (BasketAction) -> Unit) {
    Column {
        Text(stringResource(R.string.basket_title))
        state.lines.forEach { BasketLine(it) { onAction(BasketAction.Remove(it.id)) } }
    }
}
`,
    },
    {
      component: 'ProfileScreen',
      file: 'app/src/main/java/shop/ProfileScreen.kt',
      code: `package shop

@Composable
fun ProfileScreen(viewModel: ProfileViewModel) {
    val state by viewModel.state.collectAsState()
    Text(stringResource(R.string.profile_title))
    Text(state.name)
}
`,
      about: /collectAsState|state|ViewModel/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Rails controller',
      content:
        'API controllers inherit from Api::BaseController. before_action :authenticate! is required. Responses are rendered with render json: and a serializer. Strong parameters only, params.permit! is forbidden. No rescue in controllers, the base class does that.',
      language: 'ruby',
    },
    {
      component: 'Api::ReviewsController',
      file: 'app/controllers/api/reviews_controller.rb',
      code: `module Api
  class ReviewsController < Api::BaseController
    before_action :authenticate!

    def create
      review = current_user.reviews.create!(review_params)
      render json: ReviewSerializer.new(review), status: :created
    end

    private

    def review_params
      params.require(:review).permit(:stars, :body)
    end
  end
end
`,
    },
    {
      component: 'Api::PhotosController',
      file: 'app/controllers/api/photos_controller.rb',
      code: `module Api
  class PhotosController < Api::BaseController
    before_action :authenticate!

    def update
      photo = current_user.photos.find(params[:id])
      photo.update!(params.permit!)
      render json: PhotoSerializer.new(photo)
    end
  end
end
`,
      about: /permit!/,
    },
  ),
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
];
