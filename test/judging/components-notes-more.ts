// More patterns written as notes and lists, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const MORE_NOTES: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Store with locking',
      content:
        'In-memory stores hold a sync.RWMutex and lock it in every method; the unlock is deferred right after the lock. Constructors are named New<Name>. Methods return copies. Do not export the map. interface{} is not used, we have generics.',
      language: 'go',
    },
    {
      component: 'SeatStore',
      file: 'internal/seat/store.go',
      code: `package seat

import "sync"

type SeatStore struct {
	mu    sync.RWMutex
	seats map[string]Seat
}

func NewSeatStore() *SeatStore {
	return &SeatStore{seats: map[string]Seat{}}
}

func (s *SeatStore) Get(id string) (Seat, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	seat, ok := s.seats[id]
	return seat, ok
}
`,
    },
    {
      component: 'FareStore',
      file: 'internal/fare/store.go',
      code: `package fare

type FareStore struct {
	fares map[string]interface{}
}

func NewFareStore() *FareStore {
	return &FareStore{fares: map[string]interface{}{}}
}

func (s *FareStore) Put(id string, fare interface{}) {
	s.fares[id] = fare
}
`,
      about: /RWMutex|interface|lock/i,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Interactor',
      content:
        'Interactors include Interactor, delegate their inputs to context and do the work in call. On failure they use context.fail! instead of raising. An interactor does not send mail itself (no Mailer, no deliver_later).',
      template: `class {Name}
  include Interactor

  delegate :user, to: :context

  def call
    context.fail!(error: :invalid) unless user.valid?
  end
end
`,
      language: 'ruby',
    },
    {
      component: 'ConfirmEmail',
      file: 'app/interactors/confirm_email.rb',
      code: `class ConfirmEmail
  include Interactor

  delegate :user, :token, to: :context

  def call
    context.fail!(error: :stale) unless user.confirm(token)
  end
end
`,
    },
    {
      component: 'InviteFriend',
      file: 'app/interactors/invite_friend.rb',
      code: `class InviteFriend
  include Interactor

  delegate :user, :email, to: :context

  def call
    context.fail!(error: :blocked) if user.blocked?
    InvitationMailer.invite(user, email).deliver_later
  end
end
`,
      about: /deliver_later|Mailer/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'REST resource',
      content: `Resources look like this:

\`\`\`java
@Path("/things")
@Produces(MediaType.APPLICATION_JSON)
public class ThingResource {
    @Inject
    ThingService service;

    @GET
    @Path("/{id}")
    public Uni<Thing> get(@PathParam("id") long id) {
        return service.find(id);
    }
}
\`\`\`

Endpoints return Uni or Multi and never block: no .await() and no Thread.sleep. Entities are not returned, map them to records.`,
      language: 'java',
    },
    {
      component: 'GateResource',
      file: 'src/main/java/airport/GateResource.java',
      code: `package airport;

@Path("/gates")
@Produces(MediaType.APPLICATION_JSON)
public class GateResource {
    @Inject
    GateService gates;

    @POST
    @Path("/{id}/open")
    public Uni<GateView> open(@PathParam("id") long id) {
        return gates.open(id).map(GateView::of);
    }
}
`,
    },
    {
      component: 'RunwayResource',
      file: 'src/main/java/airport/RunwayResource.java',
      code: `package airport;

@Path("/runways")
@Produces(MediaType.APPLICATION_JSON)
public class RunwayResource {
    @Inject
    RunwayService runways;

    @GET
    @Path("/{id}")
    public RunwayView get(@PathParam("id") long id) {
        return runways.find(id).await().indefinitely();
    }
}
`,
      about: /await|Uni/,
    },
  ),
];
