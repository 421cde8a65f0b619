// More patterns written in a hurry, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const MORE_HURRIED: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Form request',
      content:
        'Form requests extend FormRequest and must implement authorize() and rules(). Rules are arrays, not pipe strings. Messages live in the language files, so messages() is not overridden. Always declare(strict_types=1).',
      template: `<?php

declare(strict_types=1);

final class {Name}Request extends FormRequest
{
    public function authorize(): bool
    {
        return true;
    }

    public function rules(): array
    {
        return ['name' => ['required', 'string']];
    }
}
`,
      language: 'php',
    },
    {
      component: 'StoreCaseRequest',
      file: 'app/Http/Requests/StoreCaseRequest.php',
      code: `<?php

declare(strict_types=1);

namespace App\\Http\\Requests;

use Illuminate\\Foundation\\Http\\FormRequest;

final class StoreCaseRequest extends FormRequest
{
    public function authorize(): bool
    {
        return $this->user()->can('create', Legal::class);
    }

    public function rules(): array
    {
        return ['title' => ['required', 'max:200'], 'court' => ['nullable', 'exists:courts,id']];
    }
}
`,
    },
    {
      component: 'UpdateCaseRequest',
      file: 'app/Http/Requests/UpdateCaseRequest.php',
      code: `<?php

declare(strict_types=1);

namespace App\\Http\\Requests;

use Illuminate\\Foundation\\Http\\FormRequest;

final class UpdateCaseRequest extends FormRequest
{
    public function rules(): array
    {
        return ['title' => ['required']];
    }

    public function messages(): array
    {
        return ['title.required' => 'A title please'];
    }
}
`,
      about: /authorize|messages/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Redux saga',
      content:
        'Sagas are generator functions with names ending in Saga. Side effects only through call, put and select from redux-saga/effects; await is never used in a saga. Errors are caught and dispatched as a failure action.',
      language: 'javascript',
    },
    {
      component: 'loadRoutesSaga',
      file: 'src/routes/loadRoutesSaga.js',
      code: `import { call, put } from 'redux-saga/effects';
import { api } from '../api';
import { routesFailed, routesLoaded } from './actions';

export function* loadRoutesSaga() {
  try {
    const routes = yield call(api.routes);
    yield put(routesLoaded(routes));
  } catch (error) {
    yield put(routesFailed(error));
  }
}
`,
    },
    {
      component: 'loadStops',
      file: 'src/stops/loadStops.js',
      code: `import { api } from '../api';
import { stopsLoaded } from './actions';

export async function loadStops(dispatch) {
  const stops = await api.stops();
  dispatch(stopsLoaded(stops));
}
`,
      about: /Saga|await|generator|caught/,
    },
  ),
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
      name: 'Resolver',
      content:
        'GraphQL resolvers are classes with @Resolver(). Every @Query and @Mutation is protected by @UseGuards(AuthGuard). Resolvers only delegate to a service; prisma must not be used in a resolver. Return types are given explicitly.',
      template: `@Resolver(() => {Name})
export class {Name}Resolver {
  constructor(private readonly service: {Name}Service) {}

  @UseGuards(AuthGuard)
  @Query(() => {Name})
  async find(@Args('id') id: string): Promise<{Name}> {
    return this.service.find(id);
  }
}
`,
      language: 'typescript',
    },
    {
      component: 'ClinicResolver',
      file: 'src/clinic/clinic.resolver.ts',
      code: `import { UseGuards } from '@nestjs/common';
import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { AuthGuard } from '../auth/auth.guard';
import { Clinic } from './clinic.model';
import { ClinicService } from './clinic.service';

@Resolver(() => Clinic)
export class ClinicResolver {
  constructor(private readonly clinics: ClinicService) {}

  @UseGuards(AuthGuard)
  @Mutation(() => Clinic)
  async rename(@Args('id') id: string, @Args('name') name: string): Promise<Clinic> {
    return this.clinics.rename(id, name);
  }
}
`,
    },
    {
      component: 'PatientResolver',
      file: 'src/patient/patient.resolver.ts',
      code: `import { UseGuards } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { AuthGuard } from '../auth/auth.guard';
import { PrismaService } from '../prisma/prisma.service';
import { Patient } from './patient.model';

@Resolver(() => Patient)
export class PatientResolver {
  constructor(private readonly prisma: PrismaService) {}

  @UseGuards(AuthGuard)
  @Query(() => Patient)
  async find(@Args('id') id: string): Promise<Patient> {
    return this.prisma.patient.findUniqueOrThrow({ where: { id } });
  }
}
`,
      about: /prisma|[Ss]ervice/,
    },
  ),
];
