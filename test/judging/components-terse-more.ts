// More patterns in few words, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const MORE_TERSE: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Scraper',
      content:
        'Scrapers are classes with the suffix Scraper, inherit from BaseScraper, define start_url and implement parse(self, response). They use the shared session, time.sleep is not allowed and exceptions are logged with self.log before they are raised again.',
      language: 'python',
    },
    {
      component: 'RecipeScraper',
      file: 'scrape/recipe.py',
      code: 'from scrape.base import BaseScraper\n\n\nclass RecipeScraper(BaseScraper):\n    start_url = "https://recipes.example.com"\n\n    def parse(self, response):\n        try:\n            return response.css("h1").text()\n        except ValueError:\n            self.log.exception("no title")\n            raise\n',
    },
    {
      component: 'PriceScraper',
      file: 'scrape/price.py',
      code: 'import time\n\nfrom scrape.base import BaseScraper\n\n\nclass PriceScraper(BaseScraper):\n    start_url = "https://prices.example.com"\n\n    def parse(self, response):\n        time.sleep(2)\n        return response.css(".price").text()\n',
      about: /sleep/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Vuex module',
      content:
        'Store modules are namespaced, export state, getters, mutations and actions, and actions commit mutations instead of changing state. axios is only used in src/api, never in a module.',
      template:
        "import { {name}Api } from '@/api/{name}';\n\nexport default {\n  namespaced: true,\n  state: () => ({ items: [] }),\n  getters: {},\n  mutations: {\n    set(state, items) {\n      state.items = items;\n    },\n  },\n  actions: {\n    async load({ commit }) {\n      commit('set', await {name}Api.list());\n    },\n  },\n};\n",
      language: 'javascript',
    },
    {
      component: 'courses',
      file: 'src/store/courses.js',
      code: "import { courseApi } from '@/api/courses';\n\nexport default {\n  namespaced: true,\n  state: () => ({ courses: [] }),\n  getters: {\n    open: (state) => state.courses.filter((c) => c.open),\n  },\n  mutations: {\n    setCourses(state, courses) {\n      state.courses = courses;\n    },\n  },\n  actions: {\n    async fetch({ commit }) {\n      commit('setCourses', await courseApi.all());\n    },\n  },\n};\n",
    },
    {
      component: 'teachers',
      file: 'src/store/teachers.js',
      code: "import axios from 'axios';\n\nexport default {\n  namespaced: true,\n  state: () => ({ teachers: [] }),\n  getters: {},\n  mutations: {\n    set(state, teachers) {\n      state.teachers = teachers;\n    },\n  },\n  actions: {\n    async load({ commit }) {\n      const { data } = await axios.get('/api/teachers');\n      commit('set', data);\n    },\n  },\n};\n",
      about: /axios/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Validator',
      content:
        'Validators are sealed classes deriving from AbstractValidator<T>, the name ends in Validator and all rules are declared in the constructor with RuleFor. Validators do not throw and do not access the database.',
      template:
        'public sealed class {Name}Validator : AbstractValidator<{Name}>\n{\n    public {Name}Validator()\n    {\n        RuleFor(x => x.Name).NotEmpty();\n    }\n}\n',
      language: 'csharp',
    },
    {
      component: 'CreateTripValidator',
      file: 'src/CreateTripValidator.cs',
      code: 'using FluentValidation;\n\nnamespace Travel;\n\npublic sealed class CreateTripValidator : AbstractValidator<CreateTrip>\n{\n    public CreateTripValidator()\n    {\n        RuleFor(x => x.Title).NotEmpty().MaximumLength(80);\n        RuleFor(x => x.Start).LessThan(x => x.End);\n    }\n}\n',
    },
    {
      component: 'CancelTripValidator',
      file: 'src/CancelTripValidator.cs',
      code: 'namespace Travel;\n\npublic class CancelTripValidator\n{\n    public void Validate(CancelTrip command)\n    {\n        if (command.Reason is null) throw new ArgumentException("reason");\n    }\n}\n',
      about: /AbstractValidator|sealed|throw|RuleFor/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Repository with pool',
      content:
        'Repositories hold a PgPool, are Clone and have async methods which return Result<T, RepoError>. Queries use the query_as! macro; format! must not be used to build SQL. No unwrap().',
      language: 'rust',
    },
    {
      component: 'PlotRepo',
      file: 'src/plot_repo.rs',
      code: 'use sqlx::PgPool;\n\n#[derive(Clone)]\npub struct PlotRepo {\n    pool: PgPool,\n}\n\nimpl PlotRepo {\n    pub async fn by_id(&self, id: i64) -> Result<Plot, RepoError> {\n        let plot = sqlx::query_as!(Plot, "SELECT * FROM plots WHERE id = $1", id)\n            .fetch_one(&self.pool)\n            .await?;\n        Ok(plot)\n    }\n}\n',
    },
    {
      component: 'CropRepo',
      file: 'src/crop_repo.rs',
      code: 'use sqlx::PgPool;\n\n#[derive(Clone)]\npub struct CropRepo {\n    pool: PgPool,\n}\n\nimpl CropRepo {\n    pub async fn named(&self, name: &str) -> Result<Vec<Crop>, RepoError> {\n        let sql = format!("SELECT * FROM crops WHERE name = \'{}\'", name);\n        Ok(sqlx::query_as(&sql).fetch_all(&self.pool).await?)\n    }\n}\n',
      about: /format|SQL|query_as/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Table cell',
      content:
        'Cells are final subclasses of UITableViewCell with a static reuseIdentifier and a configure(with:) method. Layout is done in code; @IBOutlet is forbidden. prepareForReuse must be overridden.',
      template:
        'final class {Name}Cell: UITableViewCell {\n    static let reuseIdentifier = "{Name}Cell"\n\n    func configure(with item: {Name}) {\n        textLabel?.text = item.title\n    }\n\n    override func prepareForReuse() {\n        super.prepareForReuse()\n    }\n}\n',
      language: 'swift',
    },
    {
      component: 'StationCell',
      file: 'Sources/StationCell.swift',
      code: 'import UIKit\n\nfinal class StationCell: UITableViewCell {\n    static let reuseIdentifier = "StationCell"\n    private let name = UILabel()\n\n    func configure(with station: Station) {\n        name.text = station.name\n    }\n\n    override func prepareForReuse() {\n        super.prepareForReuse()\n        name.text = nil\n    }\n}\n',
    },
    {
      component: 'TrainCell',
      file: 'Sources/TrainCell.swift',
      code: 'import UIKit\n\nfinal class TrainCell: UITableViewCell {\n    static let reuseIdentifier = "TrainCell"\n    @IBOutlet private var number: UILabel!\n\n    func configure(with train: Train) {\n        number.text = train.number\n    }\n}\n',
      about: /IBOutlet|prepareForReuse/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Http handler',
      content:
        'Handlers are methods on Server that take (w http.ResponseWriter, r *http.Request). Responses are written with respondJSON and errors with respondError. Use r.Context() for everything downstream, context.Background() is forbidden in handlers.',
      template:
        'func (s *Server) handle{Name}(w http.ResponseWriter, r *http.Request) {\n\tout, err := s.store.Find(r.Context(), r.PathValue("id"))\n\tif err != nil {\n\t\trespondError(w, err)\n\t\treturn\n\t}\n\trespondJSON(w, out)\n}\n',
      language: 'go',
    },
    {
      component: 'handleLesson',
      file: 'server/lesson.go',
      code: 'package server\n\nimport "net/http"\n\nfunc (s *Server) handleLesson(w http.ResponseWriter, r *http.Request) {\n\tlesson, err := s.lessons.ByID(r.Context(), r.PathValue("id"))\n\tif err != nil {\n\t\trespondError(w, err)\n\t\treturn\n\t}\n\trespondJSON(w, lesson)\n}\n',
    },
    {
      component: 'handleQuiz',
      file: 'server/quiz.go',
      code: 'package server\n\nimport (\n\t"context"\n\t"net/http"\n)\n\nfunc (s *Server) handleQuiz(w http.ResponseWriter, r *http.Request) {\n\tquiz, err := s.quizzes.ByID(context.Background(), r.PathValue("id"))\n\tif err != nil {\n\t\trespondError(w, err)\n\t\treturn\n\t}\n\trespondJSON(w, quiz)\n}\n',
      about: /Background/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Repository interface',
      content:
        'Spring Data repositories are interfaces that extend JpaRepository, end with Repository and are annotated with @Repository. Native queries (nativeQuery = true) are not allowed.',
      template:
        '@Repository\npublic interface {Name}Repository extends JpaRepository<{Name}, Long> {\n    List<{Name}> findByStatus(Status status);\n}\n',
      language: 'java',
    },
    {
      component: 'VisitRepository',
      file: 'src/VisitRepository.java',
      code: 'package clinic;\n\n@Repository\npublic interface VisitRepository extends JpaRepository<Visit, Long> {\n    List<Visit> findByPatientId(long patientId);\n}\n',
    },
    {
      component: 'WardRepository',
      file: 'src/WardRepository.java',
      code: 'package clinic;\n\n@Repository\npublic interface WardRepository extends JpaRepository<Ward, Long> {\n    @Query(value = "SELECT * FROM wards WHERE beds > 0", nativeQuery = true)\n    List<Ward> withBeds();\n}\n',
      about: /nativeQuery/,
    },
  ),
];
