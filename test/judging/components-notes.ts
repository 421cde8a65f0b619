// Patterns written as notes and lists, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const NOTES: readonly ComponentCase[] = [
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
];
