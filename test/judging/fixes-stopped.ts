// Rules that demand that something stops, is off or is taken away, and rules that forbid just that. Half of the cases
// were first asked when the rules for the others were done.
import { ofOneRule } from './of-one-rule.ts';

export const STOPPED_FIXES = ofOneRule([
  [
    'The exhaust fan must be switched off when smoke is detected.',
    ['Switch the exhaust fan off on smoke.', 'aligned'],
    ['Keep the exhaust fan on while smoke is detected.', 'contradicts'],
    ['Keep the exhaust fan on at night.', 'unrelated'],
    ['Do not switch the exhaust fan off when smoke is detected.', 'contradicts'],
  ],
  [
    'The circulation pump must be turned off while the filter is being cleaned.',
    ['Turn off the circulation pump during filter cleaning.', 'aligned'],
    ['Keep the circulation pump on while the filter is cleaned.', 'contradicts'],
  ],
  [
    'Irrigation is disabled when it rains.',
    ['Disable irrigation when rain is detected.', 'aligned'],
    ['Let irrigation run when it rains.', 'contradicts'],
  ],
  [
    'Debug logging is switched off in production.',
    ['Turn debug logging off in production.', 'aligned'],
    ['Enable debug logging in production.', 'contradicts'],
    ['Turn debug logging on in development.', 'unrelated'],
  ],
  [
    'Recording stops when the disk is full.',
    ['Stop recording when the disk is full.', 'aligned'],
    ['Continue recording when the disk is full.', 'contradicts'],
  ],
  [
    'Lamps are off between 22:00 and 05:00.',
    ['Switch lamps off at 21:30 and on at 06:00.', 'aligned'],
    ['Keep the lamps on until 23:30.', 'contradicts'],
  ],
  [
    'Heating must be switched off when any roof vent is open.',
    ['Turn the heating off as soon as one roof vent opens.', 'aligned'],
    ['Keep heating on while the vents are open to avoid cold spots.', 'contradicts'],
  ],
  [
    'Alarms must be silenced during a fire drill.',
    ['Mute the alarms during a fire drill.', 'aligned'],
    ['Leave the alarms on during fire drills.', 'contradicts'],
  ],
  [
    'Notifications are paused while the user is in a meeting.',
    ['Pause notifications during meetings.', 'aligned'],
    ['Keep notifications enabled during meetings.', 'contradicts'],
  ],
  [
    'The feed conveyor must stop if the guard door opens.',
    ['Halt the feed conveyor once the guard door is opened.', 'aligned'],
    ['Keep the feed conveyor running if the guard door opens.', 'contradicts'],
  ],
  [
    'The smoke alarm must not be switched off.',
    ['Switch the smoke alarm off.', 'contradicts'],
    ['Keep the smoke alarm on.', 'aligned'],
  ],
  ['Never disable TLS.', ['Disable TLS.', 'contradicts']],
  ['The watchdog must never be stopped.', ['Stop the watchdog during updates.', 'contradicts']],
]);

export const STOPPED_FIXES_HELD = ofOneRule([
  [
    'The laser has to be powered down whenever the cover is lifted.',
    ['Power down the laser when the cover is lifted.', 'aligned'],
    ['Keep the laser powered while the cover is lifted.', 'contradicts'],
  ],
  [
    'Telemetry must stay off until the user has given consent.',
    ['Turn telemetry on before the user has given consent.', 'contradicts'],
    ['Leave telemetry off until consent is given.', 'aligned'],
  ],
  [
    'Background sync is suspended on metered connections.',
    ['Suspend background sync on metered connections.', 'aligned'],
    ['Run background sync on metered connections as well.', 'contradicts'],
  ],
  [
    'Charging halts at 80 percent in storage mode.',
    ['Halt charging at 80 percent in storage mode.', 'aligned'],
    ['Let charging continue in storage mode.', 'contradicts'],
  ],
  [
    'Animations shall be deactivated for users who prefer reduced motion.',
    ['Deactivate animations for users with reduced motion.', 'aligned'],
    ['Keep animations active for users with reduced motion.', 'contradicts'],
  ],
  [
    'The microphone is muted when a participant joins.',
    ['Mute the microphone of a participant who joins.', 'aligned'],
    ['Unmute the microphone when a participant joins.', 'contradicts'],
  ],
  [
    'Elevators must be shut down during an earthquake warning.',
    ['Shut the elevators down on an earthquake warning.', 'aligned'],
    ['Keep elevators in service during an earthquake warning.', 'contradicts'],
  ],
  [
    'Retries are turned off for payments.',
    ['Turn off retries for payments.', 'aligned'],
    ['Activate retries for payments.', 'contradicts'],
  ],
  [
    'Autosave should be disabled in presentation mode.',
    ['Switch autosave off in presentation mode.', 'aligned'],
    ["Don't disable autosave in presentation mode.", 'contradicts'],
  ],
  [
    'The emergency lighting may not be turned off.',
    ['Turn off the emergency lighting at night.', 'contradicts'],
    ['Keep the emergency lighting on at night.', 'aligned'],
  ],
]);
