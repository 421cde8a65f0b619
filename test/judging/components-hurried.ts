// Patterns written in a hurry, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const HURRIED: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Event consumer',
      content:
        'Consumers are annotated with @KafkaListener on the method, never on the class. They are idempotent, take a ConsumerRecord and acknowledge by hand with Acknowledgment. Thread.sleep is not allowed. Constructor injection via @RequiredArgsConstructor.',
      template: `@Component
@RequiredArgsConstructor
public class {Name}Consumer {
    private final {Name}Service service;

    @KafkaListener(topics = "{name}")
    public void onMessage(ConsumerRecord<String, String> record, Acknowledgment ack) {
        service.apply(record.value());
        ack.acknowledge();
    }
}
`,
      language: 'java',
    },
    {
      component: 'MeterReadingConsumer',
      file: 'src/main/java/grid/MeterReadingConsumer.java',
      code: `package grid;

@Component
@RequiredArgsConstructor
public class MeterReadingConsumer {
    private final ReadingService readings;

    @KafkaListener(topics = "meter-readings")
    public void onMessage(ConsumerRecord<String, String> record, Acknowledgment ack) {
        readings.store(record.key(), record.value());
        ack.acknowledge();
    }
}
`,
    },
    {
      component: 'TariffConsumer',
      file: 'src/main/java/grid/TariffConsumer.java',
      code: `package grid;

@Component
@RequiredArgsConstructor
public class TariffConsumer {
    private final TariffService service;

    @KafkaListener(topics = "tariffs")
    public void onMessage(ConsumerRecord<String, String> record) throws InterruptedException {
        Thread.sleep(200);
        service.apply(record.value());
    }
}
`,
      about: /sleep|Acknowledgment/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Zustand store',
      content:
        'One store per feature, created with create() and exported as use<Feature>Store. Updates go through immer. Nothing outside of the store calls setState. Do not persist to localStorage by hand, use the persist middleware instead.',
      language: 'typescript',
    },
    {
      component: 'useBasketStore',
      file: 'src/basket/store.ts',
      code: `import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { immer } from 'zustand/middleware/immer';

export const useBasketStore = create<Basket>()(
  persist(
    immer((set) => ({
      lines: [],
      add: (line) => set((state) => { state.lines.push(line); }),
    })),
    { name: 'basket' },
  ),
);
`,
    },
    {
      component: 'useThemeStore',
      file: 'src/theme/store.ts',
      code: `import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';

export const useThemeStore = create<Theme>()(
  immer((set) => ({
    dark: localStorage.getItem('dark') === '1',
    toggle: () =>
      set((state) => {
        state.dark = !state.dark;
        localStorage.setItem('dark', state.dark ? '1' : '0');
      }),
  })),
);
`,
      about: /localStorage|persist/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Management command',
      content:
        'Django commands subclass BaseCommand, set help, and do their work in handle(). Output goes to self.stdout; print() is forbidden. Big loops use iterator(). Wrap writes in transaction.atomic.',
      template: `from django.core.management.base import BaseCommand
from django.db import transaction


class Command(BaseCommand):
    help = "{what it does}"

    def add_arguments(self, parser):
        parser.add_argument("--dry-run", action="store_true")

    @transaction.atomic
    def handle(self, *args, **options):
        self.stdout.write("done")
`,
      language: 'python',
    },
    {
      component: 'purge_sessions',
      file: 'web/management/commands/purge_sessions.py',
      code: `from django.core.management.base import BaseCommand
from django.db import transaction

from web.models import Session


class Command(BaseCommand):
    help = "Deletes sessions that have expired"

    @transaction.atomic
    def handle(self, *args, **options):
        for session in Session.objects.expired().iterator():
            session.delete()
        self.stdout.write("purged")
`,
    },
    {
      component: 'rebuild_index',
      file: 'web/management/commands/rebuild_index.py',
      code: `from django.core.management.base import BaseCommand
from django.db import transaction

from web.search import rebuild


class Command(BaseCommand):
    help = "Rebuilds the search index"

    @transaction.atomic
    def handle(self, *args, **options):
        count = rebuild()
        print(f"{count} documents")
`,
      about: /print/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'gRPC service',
      content:
        'Services embed pb.Unimplemented<Name>Server. Every RPC method takes ctx as its first argument, validates with req.Validate() and returns status errors (status.Error or status.Errorf) - never plain errors. No fmt.Println, no log.Fatal.',
      language: 'go',
    },
    {
      component: 'FleetService',
      file: 'internal/fleet/service.go',
      code: `package fleet

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"example.com/fleet/pb"
)

type FleetService struct {
	pb.UnimplementedFleetServer
	trucks Trucks
}

func (s *FleetService) Locate(ctx context.Context, req *pb.LocateRequest) (*pb.Location, error) {
	if err := req.Validate(); err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	location, err := s.trucks.Locate(ctx, req.Id)
	if err != nil {
		return nil, status.Errorf(codes.Internal, "locate: %v", err)
	}
	return location, nil
}
`,
    },
    {
      component: 'DepotService',
      file: 'internal/depot/service.go',
      code: `package depot

import (
	"context"
	"log"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"example.com/fleet/pb"
)

type DepotService struct {
	pb.UnimplementedDepotServer
	depots Depots
}

func (s *DepotService) Close(ctx context.Context, req *pb.CloseRequest) (*pb.Depot, error) {
	if err := req.Validate(); err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	depot, err := s.depots.Close(ctx, req.Id)
	if err != nil {
		log.Fatal(err)
	}
	return depot, nil
}
`,
      about: /Fatal/,
    },
  ),
];
