// Components whose pattern shows more, or says more, than it asks for.
import type { ComponentCase } from './case.ts';

const EXPORTER = {
  name: 'Exporter',
  content: 'Exporters extend AbstractExporter and supply rows().',
  language: 'java',
  template:
    'public abstract class AbstractExporter {\n  public final void export() { write(rows()); }\n  protected abstract List<String> rows();\n}\n',
};

export const EXAMPLE_COMPONENTS: readonly ComponentCase[] = [
  {
    name: 'names that stand for any name (Ruby)',
    pattern: {
      name: 'Use case',
      content: 'One use case per class, with `call` as its only public method.',
      language: 'ruby',
      template: 'class DoThing\n  def initialize(arg)\n    @arg = arg\n  end\n\n  def call\n    true\n  end\nend\n',
    },
    follows: true,
    component: 'CancelBerth',
    file: 'app/cancel_berth.rb',
    code: {
      'app/cancel_berth.rb':
        'class CancelBerth\n  def initialize(berth, clerk)\n    @berth = berth\n    @clerk = clerk\n  end\n\n  def call\n    @berth.release\n  end\nend\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'the template is the base class (Java)',
    pattern: EXPORTER,
    follows: true,
    component: 'TideExporter',
    file: 'src/TideExporter.java',
    code: {
      'src/TideExporter.java':
        'public class TideExporter extends AbstractExporter {\n  protected List<String> rows() { return List.of("high"); }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'what the base class leaves open is missing (Java)',
    pattern: EXPORTER,
    follows: true,
    component: 'TideExporter',
    file: 'src/TideExporter.java',
    code: {
      'src/TideExporter.java':
        'public class TideExporter extends AbstractExporter {\n  List<String> lines() { return List.of("high"); }\n}\n',
    },
    verdict: 'deviates',
    about: /rows/,
  },
  {
    name: 'a class named by a placeholder alone lacks a method (Python)',
    pattern: {
      name: 'Command',
      content: 'How commands look.',
      language: 'python',
      template: 'class {{Name}}:\n    def execute(self):\n        pass\n\n    def undo(self):\n        pass\n',
    },
    follows: true,
    component: 'RaiseSail',
    file: 'deck/raise_sail.py',
    code: { 'deck/raise_sail.py': 'class RaiseSail:\n    def execute(self):\n        self.sail.up()\n' },
    verdict: 'deviates',
    about: /undo/,
  },
  {
    name: 'a class in a namespace lacks a method (C#)',
    pattern: {
      name: 'Handler',
      content: 'How handlers look.',
      language: 'csharp',
      template:
        'namespace App.Handlers {\n  public class OrderHandler {\n    public void Handle(Order o) { }\n    public void Undo(Order o) { }\n  }\n}\n',
    },
    follows: true,
    component: 'BerthHandler',
    file: 'BerthHandler.cs',
    code: {
      'BerthHandler.cs':
        'namespace Harbour.Handlers {\n  public class BerthHandler {\n    public void Handle(Berth b) { }\n  }\n}\n',
    },
    verdict: 'deviates',
    about: /Undo/,
  },
  {
    name: 'a rule against the bare Exception is broken (Python)',
    pattern: { name: 'Errors', content: 'Handlers must never catch the bare Exception.', language: 'python' },
    follows: true,
    component: 'TideHandler',
    file: 'tide.py',
    code: {
      'tide.py':
        'class TideHandler:\n    def handle(self, tide):\n        try:\n            tide.read()\n        except Exception:\n            self.log.error("tide")\n',
    },
    verdict: 'deviates',
  },
  {
    name: 'most of what is asked for cannot be checked (Python)',
    pattern: {
      name: 'Device port',
      content:
        'Every port inherits from Port. A reading is taken twice and compared. Interrupting one of them loses no samples.',
      language: 'python',
    },
    follows: true,
    component: 'ScalePort',
    file: 'lab/scale.py',
    code: { 'lab/scale.py': 'class ScalePort(Port):\n    def read(self):\n        return self.line.read()\n' },
    verdict: 'cannot be judged',
  },
];
