// More patterns written in a hurry, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const LAST_HURRIED: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Query object',
      content:
        'Query objects live in app/queries, take a relation in initialize (default: Model.all) and respond to call, which returns a relation. No find_by_sql and no string interpolation in where.',
      template: `class {Name}Query
  def initialize(relation = {Model}.all)
    @relation = relation
  end

  def call(since:)
    @relation.where(created_at: since..)
  end
end
`,
      language: 'ruby',
    },
    {
      component: 'OverdueLoansQuery',
      file: 'app/queries/overdue_loans_query.rb',
      code: `class OverdueLoansQuery
  def initialize(relation = Loan.all)
    @relation = relation
  end

  def call(on: Date.current)
    @relation.where(returned_at: nil).where("due_on < ?", on)
  end
end
`,
    },
    {
      component: 'PopularBooksQuery',
      file: 'app/queries/popular_books_query.rb',
      code: `class PopularBooksQuery
  def initialize(relation = Book.all)
    @relation = relation
  end

  def call(limit:)
    Book.find_by_sql(["SELECT * FROM books ORDER BY loans_count DESC LIMIT ?", limit])
  end
end
`,
      about: /find_by_sql/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Error type',
      content:
        'Each crate has one error enum that derives Debug and thiserror::Error. Variants carry a #[error("...")] message. Box<dyn Error> and anyhow are not used in libraries. From conversions use #[from].',
      language: 'rust',
    },
    {
      component: 'ParserError',
      file: 'crates/parser/src/error.rs',
      code: `use thiserror::Error;

#[derive(Debug, Error)]
pub enum ParserError {
    #[error("unexpected token {0}")]
    Unexpected(String),
    #[error("cannot read")]
    Io(#[from] std::io::Error),
}
`,
    },
    {
      component: 'LinkerError',
      file: 'crates/linker/src/error.rs',
      code: `use std::fmt;

#[derive(Debug)]
pub struct LinkerError {
    source: anyhow::Error,
}

impl fmt::Display for LinkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "linker: {}", self.source)
    }
}
`,
      about: /anyhow|enum|Error/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Message handler',
      content:
        'Handlers carry the #[AsMessageHandler] attribute, are final, and have an __invoke method with the message as its only parameter. Use the injected LoggerInterface; error_log and dd() have to go. Never flush inside of a loop.',
      template: `<?php

#[AsMessageHandler]
final class {Name}Handler
{
    public function __construct(private LoggerInterface $logger)
    {
    }

    public function __invoke({Name} $message): void
    {
        $this->logger->info('{name} handled');
    }
}
`,
      language: 'php',
    },
    {
      component: 'SendInvoiceHandler',
      file: 'src/MessageHandler/SendInvoiceHandler.php',
      code: `<?php

namespace App\\MessageHandler;

#[AsMessageHandler]
final class SendInvoiceHandler
{
    public function __construct(private Mailer $mailer, private LoggerInterface $logger)
    {
    }

    public function __invoke(SendInvoice $message): void
    {
        $this->mailer->send($message->invoiceId);
        $this->logger->info('invoice sent');
    }
}
`,
    },
    {
      component: 'ChargeCardHandler',
      file: 'src/MessageHandler/ChargeCardHandler.php',
      code: `<?php

namespace App\\MessageHandler;

class ChargeCardHandler
{
    public function __construct(private Gateway $gateway, private LoggerInterface $logger)
    {
    }

    public function __invoke(ChargeCard $message): void
    {
        $this->gateway->charge($message->cardId, $message->cents);
        $this->logger->info('card charged');
    }
}
`,
      about: /AsMessageHandler|final/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Repository actor',
      content:
        'Repositories are actors so that their caches are safe. Public functions are async throws. DispatchQueue is not used any more, and neither is NSLock. Decoding happens with the shared JSONDecoder.api.',
      language: 'swift',
    },
    {
      component: 'RecipeRepository',
      file: 'Sources/Data/RecipeRepository.swift',
      code: `import Foundation

actor RecipeRepository {
    private var cache: [String: Recipe] = [:]
    private let client: Client

    init(client: Client) {
        self.client = client
    }

    func recipe(id: String) async throws -> Recipe {
        if let hit = cache[id] { return hit }
        let recipe = try JSONDecoder.api.decode(Recipe.self, from: await client.get("/recipes/\\(id)"))
        cache[id] = recipe
        return recipe
    }
}
`,
    },
    {
      component: 'MenuRepository',
      file: 'Sources/Data/MenuRepository.swift',
      code: `import Foundation

final class MenuRepository {
    private var cache: [String: Menu] = [:]
    private let queue = DispatchQueue(label: "menu")

    func menu(id: String, done: @escaping (Menu?) -> Void) {
        queue.async {
            done(self.cache[id])
        }
    }
}
`,
      about: /actor|DispatchQueue|async|throws/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Web component',
      content:
        'Custom elements extend HTMLElement, are registered with customElements.define and clean up in disconnectedCallback. innerHTML is forbidden, use textContent or templates. No inline event handlers.',
      language: 'javascript',
    },
    {
      component: 'PriceTag',
      file: 'elements/price-tag.js',
      code: `export class PriceTag extends HTMLElement {
  connectedCallback() {
    this.timer = setInterval(() => this.render(), 1000);
    this.render();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  render() {
    this.textContent = this.getAttribute('amount');
  }
}

customElements.define('price-tag', PriceTag);
`,
    },
    {
      component: 'StockBadge',
      file: 'elements/stock-badge.js',
      code: `export class StockBadge extends HTMLElement {
  connectedCallback() {
    this.innerHTML = \`<b>\${this.getAttribute('count')}</b>\`;
  }

  disconnectedCallback() {}
}

customElements.define('stock-badge', StockBadge);
`,
      about: /innerHTML/,
    },
  ),
];
