// Patterns in the voices of many teams, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const TEAMS_WORKED: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Query hook',
      content:
        "We wrap every query in a custom hook. The name starts with use, it calls useQuery with a key from queryKeys and goes through apiClient; don't call fetch yourself. No default exports please.",
      template: `import { useQuery } from '@tanstack/react-query';
import { apiClient } from '../api/client';
import { queryKeys } from '../api/keys';

export function use{Name}(id: string) {
  return useQuery({ queryKey: queryKeys.{name}(id), queryFn: () => apiClient.get(\`/{name}/\${id}\`) });
}
`,
      language: 'typescript',
    },
    {
      component: 'useInvoice',
      file: 'src/hooks/useInvoice.ts',
      code: `import { useQuery } from '@tanstack/react-query';
import { apiClient } from '../api/client';
import { queryKeys } from '../api/keys';

export function useInvoice(id: string) {
  return useQuery({
    queryKey: queryKeys.invoice(id),
    queryFn: () => apiClient.get(\`/invoices/\${id}\`),
    staleTime: 60_000,
  });
}
`,
    },
    {
      component: 'useShipment',
      file: 'src/hooks/useShipment.ts',
      code: `import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../api/keys';

export function useShipment(id: string) {
  return useQuery({
    queryKey: queryKeys.shipment(id),
    queryFn: async () => (await fetch(\`/api/shipments/\${id}\`)).json(),
  });
}
`,
      about: /fetch|apiClient/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'HTTP handler',
      content:
        'A handler SHALL be a struct with a ServeHTTP method. It SHALL receive its *slog.Logger in the New function. Handlers SHALL NOT use http.Error; problems are written with problem.Write. Request bodies are decoded with decodeJSON.',
      language: 'go',
    },
    {
      component: 'PauseHandler',
      file: 'internal/http/pause.go',
      code: `package http

import (
	"log/slog"
	"net/http"

	"example.com/app/problem"
)

type PauseHandler struct {
	log *slog.Logger
}

func NewPauseHandler(log *slog.Logger) *PauseHandler {
	return &PauseHandler{log: log}
}

func (h *PauseHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in pauseRequest
	if err := decodeJSON(r, &in); err != nil {
		problem.Write(w, http.StatusBadRequest, err)
		return
	}
	h.log.Info("paused", "id", in.ID)
	w.WriteHeader(http.StatusNoContent)
}
`,
    },
    {
      component: 'ResumeHandler',
      file: 'internal/http/resume.go',
      code: `package http

import (
	"log/slog"
	"net/http"
)

type ResumeHandler struct {
	log *slog.Logger
}

func NewResumeHandler(log *slog.Logger) *ResumeHandler {
	return &ResumeHandler{log: log}
}

func (h *ResumeHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in resumeRequest
	if err := decodeJSON(r, &in); err != nil {
		http.Error(w, "bad body", http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
`,
      about: /http\.Error|problem/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Celery task',
      content: `How we write tasks:
- decorated with @shared_task(bind=True)
- takes primary keys only, never model instances
- failures of the network are retried with self.retry
- log with structlog.get_logger(), not print`,
      template: `import structlog
from celery import shared_task

log = structlog.get_logger()


@shared_task(bind=True)
def {name}(self, pk):
    try:
        work(pk)
    except ConnectionError as exc:
        raise self.retry(exc=exc)
`,
      language: 'python',
    },
    {
      component: 'sync_catalog',
      file: 'shop/tasks/sync_catalog.py',
      code: `import structlog
from celery import shared_task

from shop.catalog import pull

log = structlog.get_logger()


@shared_task(bind=True, max_retries=5)
def sync_catalog(self, supplier_id):
    try:
        count = pull(supplier_id)
    except ConnectionError as exc:
        raise self.retry(exc=exc)
    log.info("catalog synced", supplier=supplier_id, count=count)
`,
    },
    {
      component: 'send_digest',
      file: 'shop/tasks/send_digest.py',
      code: `from celery import shared_task

from shop.mail import deliver


@shared_task(bind=True)
def send_digest(self, user_id):
    try:
        deliver(user_id)
    except ConnectionError as exc:
        raise self.retry(exc=exc)
    print("digest sent to", user_id)
`,
      about: /print|structlog|get_logger/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Mapper',
      content:
        'Mappers are final classes with a private constructor and static methods only. Method names begin with to or from. They know nothing of Spring: no @Component, no @Autowired, and never a repository.',
      language: 'java',
    },
    {
      component: 'ParcelMapper',
      file: 'src/main/java/post/ParcelMapper.java',
      code: `package post;

public final class ParcelMapper {

    private ParcelMapper() {
    }

    public static ParcelDto toDto(Parcel parcel) {
        return new ParcelDto(parcel.getId(), parcel.getWeight());
    }

    public static Parcel fromDto(ParcelDto dto) {
        return new Parcel(dto.id(), dto.weight());
    }
}
`,
    },
    {
      component: 'AddressMapper',
      file: 'src/main/java/post/AddressMapper.java',
      code: `package post;

import org.springframework.stereotype.Component;

@Component
public final class AddressMapper {

    public AddressDto toDto(Address address) {
        return new AddressDto(address.getStreet(), address.getCity());
    }
}
`,
      about: /Component|static|constructor/,
    },
  ),
];
