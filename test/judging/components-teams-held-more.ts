// More patterns in the voices of many teams, with components that follow each and that do not; only measured.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const MORE_TEAMS_HELD: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Standalone component',
      content:
        'Components are standalone and use ChangeDetectionStrategy.OnPush. Dependencies are fetched with inject(), not through the constructor. Subscriptions end with takeUntilDestroyed. The class name ends with Component.',
      template: `@Component({
  selector: 'app-{name}',
  standalone: true,
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './{name}.component.html',
})
export class {Name}Component {
  private readonly store = inject({Name}Store);
}
`,
      language: 'typescript',
    },
    {
      component: 'SeatMapComponent',
      file: 'src/app/seat-map/seat-map.component.ts',
      code: `import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { SeatMapStore } from './seat-map.store';

@Component({
  selector: 'app-seat-map',
  standalone: true,
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './seat-map.component.html',
})
export class SeatMapComponent {
  private readonly store = inject(SeatMapStore);
  seats = this.store.seats$.pipe(takeUntilDestroyed());

  pick(seat: string): void {
    this.store.pick(seat);
  }
}
`,
    },
    {
      component: 'FareBoxComponent',
      file: 'src/app/fare-box/fare-box.component.ts',
      code: `import { Component } from '@angular/core';
import { FareStore } from './fare.store';

@Component({
  selector: 'app-fare-box',
  standalone: true,
  templateUrl: './fare-box.component.html',
})
export class FareBoxComponent {
  constructor(private readonly store: FareStore) {}

  total(): number {
    return this.store.total();
  }
}
`,
      about: /OnPush|inject|ChangeDetection/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Background worker',
      content:
        'A worker implements Run(ctx context.Context) error and returns as soon as ctx.Done() is closed. It logs with w.log and not with the log package. time.Sleep is banned; use a ticker.',
      language: 'go',
    },
    {
      component: 'CompactionWorker',
      file: 'internal/worker/compaction.go',
      code: `package worker

import (
	"context"
	"log/slog"
	"time"
)

type CompactionWorker struct {
	log *slog.Logger
}

func (w *CompactionWorker) Run(ctx context.Context) error {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
			w.log.Info("compacting")
		}
	}
}
`,
    },
    {
      component: 'MailWorker',
      file: 'internal/worker/mail.go',
      code: `package worker

import (
	"context"
	"log"
	"time"
)

type MailWorker struct {
	queue Queue
}

func (w *MailWorker) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := w.queue.Flush(ctx); err != nil {
			log.Printf("flush: %v", err)
		}
		time.Sleep(10 * time.Second)
	}
	return ctx.Err()
}
`,
      about: /[Ss]leep|\blog\b|Done/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Gateway',
      content:
        'We decided that gateways to third parties are annotated with @Component and use the injected RestClient, and that each public method carries @CircuitBreaker. RestTemplate must not be instantiated in a gateway.',
      language: 'java',
    },
    {
      component: 'WeatherGateway',
      file: 'src/main/java/farm/gateway/WeatherGateway.java',
      code: `package farm.gateway;

import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

@Component
public class WeatherGateway {

    private final RestClient client;

    public WeatherGateway(RestClient client) {
        this.client = client;
    }

    @CircuitBreaker(name = "weather")
    public Forecast forecast(String place) {
        return client.get().uri("/forecast/{place}", place).retrieve().body(Forecast.class);
    }
}
`,
    },
    {
      component: 'PriceGateway',
      file: 'src/main/java/farm/gateway/PriceGateway.java',
      code: `package farm.gateway;

import org.springframework.stereotype.Component;
import org.springframework.web.client.RestTemplate;

@Component
public class PriceGateway {

    private final RestTemplate template = new RestTemplate();

    public Price price(String crop) {
        return template.getForObject("https://prices.example.com/" + crop, Price.class);
    }
}
`,
      about: /RestTemplate|RestClient|CircuitBreaker/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'EF repository',
      content:
        'Repositories take the AppDbContext in the constructor. Queries that only read use AsNoTracking(). Methods are async and end in Async. SaveChangesAsync is called by the unit of work, never by a repository.',
      template: `public class {Name}Repository : I{Name}Repository
{
    private readonly AppDbContext _db;

    public {Name}Repository(AppDbContext db) => _db = db;

    public async Task<{Name}?> GetAsync(Guid id) =>
        await _db.Set<{Name}>().AsNoTracking().FirstOrDefaultAsync(e => e.Id == id);
}
`,
      language: 'csharp',
    },
    {
      component: 'PatientRepository',
      file: 'src/Clinic/PatientRepository.cs',
      code: `namespace Clinic;

public class PatientRepository : IPatientRepository
{
    private readonly AppDbContext _db;

    public PatientRepository(AppDbContext db) => _db = db;

    public async Task<List<Patient>> ByWardAsync(string ward) =>
        await _db.Patients.AsNoTracking().Where(p => p.Ward == ward).ToListAsync();

    public async Task AddAsync(Patient patient) => await _db.Patients.AddAsync(patient);
}
`,
    },
    {
      component: 'VisitRepository',
      file: 'src/Clinic/VisitRepository.cs',
      code: `namespace Clinic;

public class VisitRepository : IVisitRepository
{
    private readonly AppDbContext _db;

    public VisitRepository(AppDbContext db) => _db = db;

    public async Task<List<Visit>> TodayAsync() =>
        await _db.Visits.AsNoTracking().Where(v => v.Day == DateTime.Today).ToListAsync();

    public async Task AddAsync(Visit visit)
    {
        _db.Visits.Add(visit);
        await _db.SaveChangesAsync();
    }
}
`,
      about: /SaveChangesAsync/,
    },
  ),
];
