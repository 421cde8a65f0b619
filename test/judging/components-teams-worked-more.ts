// More patterns in the voices of many teams, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const MORE_TEAMS_WORKED: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Request handler',
      content:
        'Handlers are sealed and implement IRequestHandler. The CancellationToken is passed on to every awaited call. Never block: no .Result and no .Wait(). Handlers return Result and do not throw for expected outcomes.',
      template: `public sealed class {Name}Handler : IRequestHandler<{Name}Command, Result>
{
    private readonly IUnitOfWork _work;

    public {Name}Handler(IUnitOfWork work) => _work = work;

    public async Task<Result> Handle({Name}Command request, CancellationToken cancellationToken)
    {
        await _work.CommitAsync(cancellationToken);
        return Result.Success();
    }
}
`,
      language: 'csharp',
    },
    {
      component: 'ArchiveTicketHandler',
      file: 'src/Tickets/ArchiveTicketHandler.cs',
      code: `using MediatR;

namespace Desk.Tickets;

public sealed class ArchiveTicketHandler : IRequestHandler<ArchiveTicketCommand, Result>
{
    private readonly ITicketRepository _tickets;
    private readonly IUnitOfWork _work;

    public ArchiveTicketHandler(ITicketRepository tickets, IUnitOfWork work)
    {
        _tickets = tickets;
        _work = work;
    }

    public async Task<Result> Handle(ArchiveTicketCommand request, CancellationToken cancellationToken)
    {
        var ticket = await _tickets.FindAsync(request.Id, cancellationToken);
        if (ticket is null) return Result.NotFound();
        ticket.Archive();
        await _work.CommitAsync(cancellationToken);
        return Result.Success();
    }
}
`,
    },
    {
      component: 'AssignTicketHandler',
      file: 'src/Tickets/AssignTicketHandler.cs',
      code: `using MediatR;

namespace Desk.Tickets;

public sealed class AssignTicketHandler : IRequestHandler<AssignTicketCommand, Result>
{
    private readonly IUnitOfWork _work;

    public AssignTicketHandler(IUnitOfWork work) => _work = work;

    public Task<Result> Handle(AssignTicketCommand request, CancellationToken cancellationToken)
    {
        _work.CommitAsync(cancellationToken).Wait();
        return Task.FromResult(Result.Success());
    }
}
`,
      about: /Wait/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Axum handler',
      content:
        'Handlers are async functions that return Result<_, AppError>. State comes in through State<AppState>; no lazy_static! and no global statics. println! is for scratch code and must not be used here, we have the tracing macros.',
      language: 'rust',
    },
    {
      component: 'get_station',
      file: 'src/routes/station.rs',
      code: `use axum::extract::{Path, State};
use axum::Json;

use crate::{AppError, AppState, Station};

pub async fn get_station(
    State(state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<Json<Station>, AppError> {
    let station = state.stations.find(id).await?;
    tracing::debug!(id, "station served");
    Ok(Json(station))
}
`,
    },
    {
      component: 'list_trains',
      file: 'src/routes/trains.rs',
      code: `use axum::Json;
use lazy_static::lazy_static;

use crate::{AppError, Train, TrainStore};

lazy_static! {
    static ref STORE: TrainStore = TrainStore::open();
}

pub async fn list_trains() -> Result<Json<Vec<Train>>, AppError> {
    let trains = STORE.all().await?;
    println!("{} trains", trains.len());
    Ok(Json(trains))
}
`,
      about: /lazy_static|println|State/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Service object',
      content:
        'Service objects include Callable and have exactly one public method, call, which returns Success or Failure. Expected failures are never raised. A service must not touch params or session.',
      template: `class {Name}
  include Callable

  def initialize(user:)
    @user = user
  end

  def call
    Success(@user)
  end
end
`,
      language: 'ruby',
    },
    {
      component: 'CloseAccount',
      file: 'app/services/close_account.rb',
      code: `class CloseAccount
  include Callable

  def initialize(user:, reason: nil)
    @user = user
    @reason = reason
  end

  def call
    return Failure(:has_balance) if @user.balance.positive?

    @user.update!(closed_at: Time.current, close_reason: @reason)
    Success(@user)
  end
end
`,
    },
    {
      component: 'MergeAccounts',
      file: 'app/services/merge_accounts.rb',
      code: `class MergeAccounts
  def initialize(user:, other:)
    @user = user
    @other = other
  end

  def merge
    @other.orders.update_all(user_id: @user.id)
    @other.destroy!
    Success(@user)
  end
end
`,
      about: /call|Callable/i,
    },
  ),
];
