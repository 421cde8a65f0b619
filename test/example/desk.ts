// The front end of a help desk, without code: checks that the rules were not fitted to the parcels alone.
import type { ExampleMemory } from './parcels.ts';

export const DESK: readonly ExampleMemory[] = [
  {
    type: 'requirements',
    content: 'The page must show the first tickets within 2 seconds on a slow phone.',
    metadata: { requirement_id: 'UI-10', title: 'Fast first page', implementing_components: ['TicketList'] },
    prose: 'UI-10 Fast first page\n\nThe TicketList must show the first tickets within 2 seconds on a slow phone.',
  },
  {
    type: 'requirements',
    content: 'Everything can be done with the keyboard. Buttons must have a label that a screen reader can read.',
    metadata: { requirement_id: 'UI-11', title: 'Usable by all', implementing_components: ['TicketList', 'ReplyForm'] },
    prose:
      'UI-11 Usable by all\n\nEverything in TicketList and ReplyForm can be done with the keyboard. Buttons must have a label that a screen reader can read.',
  },
  {
    type: 'requirements',
    content: 'A reply that was typed must not be lost when the network is gone: drafts are saved every 10 seconds.',
    metadata: { requirement_id: 'UI-12', title: 'No lost replies', implementing_components: ['ReplyForm'] },
    prose:
      'UI-12 No lost replies\n\nA reply that was typed into the ReplyForm must not be lost when the network is gone. Drafts are saved every 10 seconds.',
  },
  {
    type: 'requirements',
    content: 'Uploads are limited to 20 MB, and every upload has to be scanned before others can open it.',
    metadata: { requirement_id: 'UI-13', title: 'Safe uploads', implementing_components: ['Uploader'] },
    prose:
      'UI-13 Safe uploads\n\nUploads of the Uploader component are limited to 20 MB. Every upload has to be scanned before others can open it.',
  },
  {
    type: 'design',
    content:
      'We keep the access token in an httpOnly cookie. localStorage was ruled out: any script on the page can read it.',
    metadata: {
      design_id: 'ADR-21',
      title: 'Where the token lives',
      status: 'Accepted',
      affected_components: ['SignIn'],
      related_requirements: [],
    },
    prose:
      '# ADR-21 Where the token lives\n\nContext\nThe SignIn page has to remember who is there.\n\nDecision\nWe keep the access token in an httpOnly cookie.\n\nAlternatives\nlocalStorage: any script on the page can read it.',
  },
  {
    type: 'design',
    content: 'Data from the server is fetched with TanStack Query. Components should not fetch in useEffect.',
    metadata: { design_id: 'ADR-22', title: 'Server state', status: 'Accepted', affected_components: ['TicketList'] },
    prose:
      '# ADR-22 Server state\n\nDecision\nTicketList and others fetch data from the server with TanStack Query. Components should not fetch in useEffect.',
  },
  {
    type: 'design',
    content: 'New components are function components styled with CSS modules; inline styles are not allowed.',
    metadata: {
      design_id: 'ADR-23',
      title: 'How components are written',
      status: 'Accepted',
      affected_components: ['TicketList', 'ReplyForm', 'Uploader'],
    },
    prose:
      '# ADR-23 How components are written\n\nDecision\nNew components such as TicketList, ReplyForm and Uploader are function components styled with CSS modules. Inline styles are not allowed.',
  },
  {
    type: 'design',
    content: 'Unit tests run with Vitest, flows through the browser with Playwright.',
    metadata: { design_id: 'ADR-24', title: 'Tests', status: 'Accepted', affected_components: ['ReplyForm'] },
    prose:
      '# ADR-24 Tests\n\nDecision\nUnit tests of ReplyForm run with Vitest, flows through the browser with Playwright.',
  },
  {
    type: 'component',
    content: 'The list of open tickets, newest first.',
    metadata: { name: 'TicketList', component_type: 'Frontend', file_path: 'src/tickets/TicketList.tsx' },
    prose: 'TicketList — the list of open tickets, newest first.',
  },
  {
    type: 'component',
    content: 'Where an agent answers a ticket. Extends nothing; useDraft() keeps what was typed.',
    metadata: {
      name: 'ReplyForm',
      component_type: 'Frontend',
      base_pattern: 'Form',
      public_interface: ['submit', 'reset'],
    },
    prose: 'ReplyForm — where an agent answers a ticket, with submit() and reset(). It follows the Form pattern.',
  },
  {
    type: 'component',
    content: 'Takes files and sends them to the server in pieces.',
    metadata: { name: 'Uploader', component_type: 'Frontend' },
    prose: 'Uploader — takes files and sends them to the server in pieces.',
  },
  {
    type: 'component',
    content: 'Asks for name and password and remembers who is there.',
    metadata: { name: 'SignIn', component_type: 'Frontend' },
    prose: 'SignIn — asks for name and password and remembers who is there.',
  },
  {
    type: 'code_pattern',
    content: 'A form must define validate(), submit() and reset() and is called *Form.',
    metadata: { pattern_name: 'Form', language: 'typescript' },
    prose: 'Form pattern: a form must define validate(), submit() and reset() and is called *Form.',
  },
];

export const DESK_FIXES: readonly (readonly [
  fix: string,
  component: string,
  expected: 'aligned' | 'contradicts' | 'unrelated',
])[] = [
  ['Put the access token into localStorage so that it survives a reload.', 'SignIn', 'contradicts'],
  ['Move the access token from localStorage to an httpOnly cookie.', 'SignIn', 'aligned'],
  ['Set the cookie of the token as httpOnly and secure.', 'SignIn', 'aligned'],
  ['Change the greeting above the password field.', 'SignIn', 'unrelated'],
  ['Load the tickets with fetch in useEffect.', 'TicketList', 'contradicts'],
  ['Fetch tickets with TanStack Query and keep them for a minute.', 'TicketList', 'aligned'],
  ['Rewrite the list as a class component.', 'TicketList', 'contradicts'],
  ['Give overdue rows an inline style with a red background.', 'TicketList', 'contradicts'],
  ['Colour overdue rows by a class of the CSS module.', 'TicketList', 'aligned'],
  ['Show the first tickets within 5 seconds on slow phones.', 'TicketList', 'contradicts'],
  ['Sort tickets by their number when two have the same date.', 'TicketList', 'unrelated'],
  ['Save the draft every 60 seconds to spare the battery.', 'ReplyForm', 'contradicts'],
  ['Save the draft of a reply every 10 seconds also while offline.', 'ReplyForm', 'aligned'],
  ['Stop saving drafts, nobody uses them.', 'ReplyForm', 'contradicts'],
  ['Write the unit tests with Jest.', 'ReplyForm', 'contradicts'],
  ['Add a Vitest unit test for the empty reply.', 'ReplyForm', 'aligned'],
  ['Give every icon button a label for the screen reader.', 'ReplyForm', 'aligned'],
  ['Translate the placeholder into French.', 'ReplyForm', 'unrelated'],
  ['Allow uploads of up to 50 MB.', 'Uploader', 'contradicts'],
  ['Refuse uploads above 20 MB before they are sent.', 'Uploader', 'aligned'],
  ['Skip the scan of uploads that are images.', 'Uploader', 'contradicts'],
  ['Show the name of the file while it is sent.', 'Uploader', 'unrelated'],
];
