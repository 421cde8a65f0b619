// Components whose pattern shows more, or says more, than it asks for.
import type { ComponentCase } from './case.ts';

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
    pattern: {
      name: 'Exporter',
      content: 'Exporters extend AbstractExporter and supply rows().',
      language: 'java',
      template:
        'public abstract class AbstractExporter {\n  public final void export() { write(rows()); }\n  protected abstract List<String> rows();\n}\n',
    },
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
    pattern: {
      name: 'Exporter',
      content: 'Exporters extend AbstractExporter and supply rows().',
      language: 'java',
      template:
        'public abstract class AbstractExporter {\n  public final void export() { write(rows()); }\n  protected abstract List<String> rows();\n}\n',
    },
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
    name: 'most of what is asked for cannot be checked (Python)',
    pattern: {
      name: 'Device port',
      content:
        'Every port inherits from Port. A reading is taken twice and compared. The operator can interrupt any of them without losing samples.',
      language: 'python',
    },
    follows: true,
    component: 'ScalePort',
    file: 'lab/scale.py',
    code: { 'lab/scale.py': 'class ScalePort(Port):\n    def read(self):\n        return self.line.read()\n' },
    verdict: 'cannot be judged',
  },
];
