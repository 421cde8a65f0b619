// Components that follow their pattern, by an author who never saw the code. To work with.
import type { ComponentCase } from './case.ts';

export const TRADE_KEPT_WORKED: readonly ComponentCase[] = [
  {
    name: 'TypeScript repository with one method more than the template',
    pattern: {
      name: 'Repository',
      content:
        'Each aggregate has a repository class that gets the database through its constructor and offers findById, save and remove. Further finders may be added.',
      template:
        'export class {Name}Repository {\n  constructor(private readonly db: Database) {}\n  async findById(id: string): Promise<{Name} | undefined> {}\n  async save(entity: {Name}): Promise<void> {}\n  async remove(id: string): Promise<void> {}\n}',
      language: 'typescript',
    },
    follows: true,
    component: 'CustomerRepository',
    file: 'src/customers/customer-repository.ts',
    code: {
      'src/customers/customer-repository.ts':
        "import type { Database } from '../db/database.js';\nimport type { Customer } from './customer.js';\n\nexport class CustomerRepository {\n  constructor(private readonly db: Database) {}\n\n  async findById(id: string): Promise<Customer | undefined> {\n    const rows = await this.db.query<Customer>('SELECT * FROM customers WHERE id = $1', [id]);\n    return rows[0];\n  }\n\n  async findByEmail(email: string): Promise<Customer | undefined> {\n    const rows = await this.db.query<Customer>('SELECT * FROM customers WHERE email = $1', [email]);\n    return rows[0];\n  }\n\n  async save(customer: Customer): Promise<void> {\n    await this.db.execute(\n      'INSERT INTO customers (id, email, name) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET email = $2, name = $3',\n      [customer.id, customer.email, customer.name],\n    );\n  }\n\n  async remove(id: string): Promise<void> {\n    await this.db.execute('DELETE FROM customers WHERE id = $1', [id]);\n  }\n}\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'Go handler, template with a constructor',
    pattern: {
      name: 'HTTP handler',
      content: 'Handlers are structs with a constructor function that takes their dependencies and a ServeHTTP method.',
      template:
        'type {Name}Handler struct {\n\tlog *slog.Logger\n}\n\nfunc New{Name}Handler(log *slog.Logger) *{Name}Handler {}\n\nfunc (h *{Name}Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {}',
      language: 'go',
    },
    follows: true,
    component: 'HealthHandler',
    file: 'internal/web/health.go',
    code: {
      'internal/web/health.go':
        'package web\n\nimport (\n\t"encoding/json"\n\t"log/slog"\n\t"net/http"\n\t"time"\n)\n\ntype HealthHandler struct {\n\tlog     *slog.Logger\n\tstarted time.Time\n}\n\nfunc NewHealthHandler(log *slog.Logger) *HealthHandler {\n\treturn &HealthHandler{log: log, started: time.Now()}\n}\n\nfunc (h *HealthHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n\tw.Header().Set("Content-Type", "application/json")\n\tbody := map[string]any{\n\t\t"status":   "ok",\n\t\t"uptime_s": int(time.Since(h.started).Seconds()),\n\t}\n\tif err := json.NewEncoder(w).Encode(body); err != nil {\n\t\th.log.Error("health response failed", "error", err)\n\t}\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'C# gateway, template with cancellation',
    pattern: {
      name: 'Gateway',
      content:
        'Gateways to other systems are sealed classes behind an interface. Each public method is asynchronous and takes a CancellationToken as its last parameter.',
      template:
        'public sealed class {Name}Gateway : I{Name}Gateway\n{\n    private readonly HttpClient _http;\n\n    public {Name}Gateway(HttpClient http) { }\n}',
      language: 'csharp',
    },
    follows: true,
    component: 'TaxGateway',
    file: 'src/Shop.Tax/TaxGateway.cs',
    code: {
      'src/Shop.Tax/TaxGateway.cs':
        'using System.Net.Http.Json;\n\nnamespace Shop.Tax;\n\npublic sealed class TaxGateway : ITaxGateway\n{\n    private readonly HttpClient _http;\n\n    public TaxGateway(HttpClient http)\n    {\n        _http = http;\n    }\n\n    public async Task<TaxRate> GetRateAsync(string country, string category, CancellationToken cancellationToken)\n    {\n        var path = "rates/" + Uri.EscapeDataString(country) + "/" + Uri.EscapeDataString(category);\n        var rate = await _http.GetFromJsonAsync<TaxRate>(path, cancellationToken);\n        return rate ?? throw new TaxUnavailableException(country);\n    }\n\n    public async Task<bool> IsValidVatIdAsync(string vatId, CancellationToken cancellationToken)\n    {\n        using var response = await _http.GetAsync("vat/" + Uri.EscapeDataString(vatId), cancellationToken);\n        return response.IsSuccessStatusCode;\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'Kotlin view model, prose and template',
    pattern: {
      name: 'View model',
      content:
        'View models extend ViewModel, keep their state in a private MutableStateFlow and show it to the screen as a read-only StateFlow named uiState. All input arrives through onEvent.',
      template:
        'class {Name}ViewModel : ViewModel() {\n    private val _uiState = MutableStateFlow({Name}UiState())\n    val uiState: StateFlow<{Name}UiState> = _uiState.asStateFlow()\n\n    fun onEvent(event: {Name}Event) {}\n}',
      language: 'kotlin',
    },
    follows: true,
    component: 'BasketViewModel',
    file: 'app/src/main/java/com/example/basket/BasketViewModel.kt',
    code: {
      'app/src/main/java/com/example/basket/BasketViewModel.kt':
        'package com.example.basket\n\nimport androidx.lifecycle.ViewModel\nimport androidx.lifecycle.viewModelScope\nimport kotlinx.coroutines.flow.MutableStateFlow\nimport kotlinx.coroutines.flow.StateFlow\nimport kotlinx.coroutines.flow.asStateFlow\nimport kotlinx.coroutines.flow.update\nimport kotlinx.coroutines.launch\n\nclass BasketViewModel(private val basket: BasketRepository) : ViewModel() {\n    private val _uiState = MutableStateFlow(BasketUiState())\n    val uiState: StateFlow<BasketUiState> = _uiState.asStateFlow()\n\n    fun onEvent(event: BasketEvent) {\n        when (event) {\n            is BasketEvent.Remove -> remove(event.sku)\n            BasketEvent.Refresh -> refresh()\n        }\n    }\n\n    private fun remove(sku: String) {\n        viewModelScope.launch {\n            basket.remove(sku)\n            refresh()\n        }\n    }\n\n    private fun refresh() {\n        viewModelScope.launch {\n            val lines = basket.lines()\n            _uiState.update { it.copy(lines = lines, loading = false) }\n        }\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'PHP action, template and strict types',
    pattern: {
      name: 'HTTP action',
      content:
        'Actions declare strict_types=1, are final, receive their dependencies in the constructor and are invoked through __invoke.',
      template:
        '<?php\n\ndeclare(strict_types=1);\n\nfinal class {Name}Action\n{\n    public function __construct() {}\n\n    public function __invoke(Request $request): Response {}\n}',
      language: 'php',
    },
    follows: true,
    component: 'ListVouchersAction',
    file: 'src/Http/Action/ListVouchersAction.php',
    code: {
      'src/Http/Action/ListVouchersAction.php':
        "<?php\n\ndeclare(strict_types=1);\n\nnamespace App\\Http\\Action;\n\nuse App\\Voucher\\VoucherRepository;\nuse Symfony\\Component\\HttpFoundation\\JsonResponse;\nuse Symfony\\Component\\HttpFoundation\\Request;\nuse Symfony\\Component\\HttpFoundation\\Response;\n\nfinal class ListVouchersAction\n{\n    public function __construct(private readonly VoucherRepository $vouchers)\n    {\n    }\n\n    public function __invoke(Request $request): Response\n    {\n        $page = max(1, $request->query->getInt('page', 1));\n        $items = array_map(\n            static fn ($voucher) => ['code' => $voucher->code(), 'value' => $voucher->cents()],\n            $this->vouchers->page($page),\n        );\n\n        return new JsonResponse(['page' => $page, 'items' => $items]);\n    }\n}\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'TypeScript: the forbidden call stands only in a comment',
    pattern: {
      name: 'Background job',
      content:
        'Background jobs implement Job, report through the injected logger, and never use console.log, which the log shipper does not pick up.',
      language: 'typescript',
    },
    follows: true,
    component: 'PurgeDraftsJob',
    file: 'src/jobs/purge-drafts.ts',
    code: {
      'src/jobs/purge-drafts.ts':
        "import type { Logger } from '../logging.js';\nimport type { DraftStore } from '../drafts/store.js';\nimport type { Job } from './job.js';\n\nconst MAX_AGE_DAYS = 30;\n\nexport class PurgeDraftsJob implements Job {\n  readonly name = 'purge-drafts';\n\n  constructor(\n    private readonly drafts: DraftStore,\n    private readonly logger: Logger,\n  ) {}\n\n  async run(now: Date): Promise<void> {\n    const before = new Date(now.getTime() - MAX_AGE_DAYS * 86_400_000);\n    const removed = await this.drafts.removeOlderThan(before);\n    // not console.log: the log shipper would miss it\n    this.logger.info('purged drafts', { removed });\n  }\n}\n",
    },
    verdict: 'consistent',
  },
];
