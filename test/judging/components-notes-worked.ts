// Patterns as notes, lists and decisions, with a component that follows each and one that does not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const NOTES_WORKED: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Modal dialog',
      content: `Do:
- export a function component whose name ends in Dialog
- wrap the content in FocusTrap
- close on Escape through useEscape

Don't:
- use window.confirm or alert
- keep form state in the dialog`,
      language: 'typescript',
    },
    {
      component: 'DeleteTripDialog',
      file: 'src/dialogs/DeleteTripDialog.tsx',
      code: `import { FocusTrap } from '../a11y/FocusTrap';
import { useEscape } from '../a11y/useEscape';

export function DeleteTripDialog({ onClose, onDelete }: Props) {
  useEscape(onClose);
  return (
    <FocusTrap>
      <p>Delete this trip?</p>
      <button onClick={onDelete}>Delete</button>
    </FocusTrap>
  );
}
`,
    },
    {
      component: 'LeaveTripDialog',
      file: 'src/dialogs/LeaveTripDialog.tsx',
      code: `import { FocusTrap } from '../a11y/FocusTrap';
import { useEscape } from '../a11y/useEscape';

export function LeaveTripDialog({ onClose, onLeave }: Props) {
  useEscape(onClose);
  const leave = () => {
    if (window.confirm('Sure?')) onLeave();
  };
  return (
    <FocusTrap>
      <button onClick={leave}>Leave</button>
    </FocusTrap>
  );
}
`,
      about: /confirm/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Feature flag check',
      content:
        'Decision 14: flags are read through FlagService.isOn and never straight from the environment (os.environ, os.getenv). Each check has a default. Classes that need flags get the FlagService in __init__.',
      language: 'python',
    },
    {
      component: 'CheckoutPolicy',
      file: 'shop/checkout_policy.py',
      code: `class CheckoutPolicy:
    def __init__(self, flags: FlagService):
        self.flags = flags

    def allows_guests(self):
        return self.flags.isOn("guest-checkout", default=False)
`,
    },
    {
      component: 'ShippingPolicy',
      file: 'shop/shipping_policy.py',
      code: `import os


class ShippingPolicy:
    def __init__(self, rates):
        self.rates = rates

    def is_free(self, cart):
        return os.getenv("FREE_SHIPPING") == "1" or cart.total > 50
`,
      about: /getenv|environ|FlagService/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Unit of work service',
      content:
        'Application services get IUnitOfWork injected, are registered as scoped and expose only async methods with the suffix Async. Every public method accepts a CancellationToken. Throwing Exception is not acceptable, use a DomainException.',
      template: `public class {Name}Service : I{Name}Service
{
    private readonly IUnitOfWork _work;

    public {Name}Service(IUnitOfWork work)
    {
        _work = work;
    }

    public async Task CreateAsync({Name}Dto dto, CancellationToken token)
    {
        await _work.SaveAsync(token);
    }
}
`,
      language: 'csharp',
    },
    {
      component: 'LoanService',
      file: 'src/Library/LoanService.cs',
      code: `namespace Library;

public class LoanService : ILoanService
{
    private readonly IUnitOfWork _work;

    public LoanService(IUnitOfWork work)
    {
        _work = work;
    }

    public async Task ReturnAsync(Guid loanId, CancellationToken token)
    {
        var loan = await _work.Loans.GetAsync(loanId, token);
        loan.Return();
        await _work.SaveAsync(token);
    }
}
`,
    },
    {
      component: 'FineService',
      file: 'src/Library/FineService.cs',
      code: `namespace Library;

public class FineService : IFineService
{
    private readonly IUnitOfWork _work;

    public FineService(IUnitOfWork work)
    {
        _work = work;
    }

    public async Task WaiveAsync(Guid fineId)
    {
        var fine = await _work.Fines.GetAsync(fineId);
        fine.Waive();
        await _work.SaveAsync();
    }
}
`,
      about: /CancellationToken/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Reducer',
      content:
        'Reducers are pure functions called xxxReducer. They switch over action.type, return the state for unknown actions and never mutate it: no push, no splice. Date.now() and Math.random() are out.',
      template: `export function {name}Reducer(state = initialState, action) {
  switch (action.type) {
    case '{name}/loaded':
      return { ...state, items: action.items };
    default:
      return state;
  }
}
`,
      language: 'javascript',
    },
    {
      component: 'cartReducer',
      file: 'src/cart/cartReducer.js',
      code: `const initialState = { lines: [] };

export function cartReducer(state = initialState, action) {
  switch (action.type) {
    case 'cart/added':
      return { ...state, lines: [...state.lines, action.line] };
    default:
      return state;
  }
}
`,
    },
    {
      component: 'wishReducer',
      file: 'src/wish/wishReducer.js',
      code: `const initialState = { wishes: [] };

export function wishReducer(state = initialState, action) {
  switch (action.type) {
    case 'wish/added':
      return { ...state, wishes: [...state.wishes, { ...action.wish, at: Date.now() }] };
    default:
      return state;
  }
}
`,
      about: /Date\.now|now\(\)/,
    },
  ),
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
];
