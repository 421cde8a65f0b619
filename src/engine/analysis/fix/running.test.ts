import { describe, expect, it } from 'vitest';
import { agreement, runningIn, runningsIn } from './running.ts';

const agreed = (rule: string, fix: string) => {
  const demanded = runningIn(rule);
  if (demanded === null) return 'no demand';
  const verdicts = runningsIn(fix).map((given) => agreement(demanded, given));
  if (verdicts.includes('opposite')) return 'opposite';
  return verdicts.find((each) => each !== null) ?? (verdicts.length > 0 ? 'says nothing of it' : 'switches nothing');
};

describe('what a rule demands to run or to rest', () => {
  it('is kept by doing so and broken by the opposite, however either is worded', () => {
    const rule = 'The pump must be turned off while the filter is cleaned.';
    for (const fix of ['Turn the pump off', 'Stop the pump', 'Leave the pump off'])
      expect(agreed(rule, `${fix} while the filter is cleaned`)).toBe('same');
    for (const fix of ['Keep the pump running', 'Do not stop the pump', "Don't switch the pump off"])
      expect(agreed(rule, `${fix} while the filter is cleaned`)).toBe('opposite');
  });

  it('is turned round by a negation', () => {
    expect(agreed('The pump must not be turned off.', 'Turn off the pump')).toBe('opposite');
    expect(agreed("The pump mustn't be turned off.", 'Keep the pump on')).toBe('same');
    expect(agreed('Never stop the pump.', 'Stop the pump')).toBe('opposite');
  });

  it('says nothing of another thing, another case or the opposite case', () => {
    const rule = 'The exhaust fan is off when it rains.';
    expect(agreed(rule, 'Keep the heater on when it rains')).toBe('says nothing of it');
    expect(agreed(rule, 'Keep the exhaust fan on at night')).toBe('says nothing of it');
    expect(agreed(rule, 'Keep the exhaust fan on until it rains')).toBe('says nothing of it');
    expect(agreed(rule, 'Turn the exhaust fan on when there is no rain')).toBe('says nothing of it');
  });

  it('is not kept within another time', () => {
    const rule = 'The pump must be stopped within 5 seconds when the pressure drops.';
    expect(agreed(rule, 'Stop the pump within 10 seconds when the pressure drops')).toBe('says nothing of it');
    expect(agreed(rule, 'Stop the pump within 5 seconds when the pressure drops')).toBe('same');
  });

  it('holds for its hours of the day, and for those only', () => {
    const rule = 'Lamps are off between 22:00 and 05:00.';
    expect(agreed(rule, 'Switch lamps off at 23:00')).toBe('opposite');
    expect(agreed(rule, 'Switch lamps on at 04:30')).toBe('opposite');
    expect(agreed(rule, 'Switch lamps on at 05:00')).toBe('says nothing of it');
    expect(agreed(rule, 'Switch lamps off at 22:00')).toBe('same');
  });

  it('may be given by the hours in which the opposite holds', () => {
    const rule = 'Lamps are off between 22:00 and 05:00.';
    for (const hours of ['from 05:00 to 22:00', 'between 05:00 and 22:00', 'from 06:30 until 21:00'])
      expect(agreed(rule, `Keep lamps on ${hours}`), hours).toBe('says nothing of it');
    for (const hours of [
      'from 04:00 to 22:00',
      'between 05:00 and 23:00',
      'from 21:00 to 06:00',
      'from 23:00 to 01:00',
    ])
      expect(agreed(rule, `Keep lamps on ${hours}`), hours).toBe('opposite');
    expect(agreed(rule, 'Lamps are on between 05:00 and 22:00')).toBe('says nothing of it');
  });

  it('is kept for hours that hold its own, and broken for fewer', () => {
    const rule = 'Lamps are off between 22:00 and 05:00.';
    for (const hours of [
      'between 22:00 and 05:00',
      'from 21:00 to 06:00',
      'from 12:00 to 14:00 and from 22:00 to 05:00',
    ])
      expect(agreed(rule, `Keep lamps off ${hours}`), hours).toBe('same');
    for (const hours of [
      'from 23:00 to 05:00',
      'between 22:00 and 04:00',
      'from 06:00 to 22:00',
      'until 22:00',
      'until 04:00',
    ])
      expect(agreed(rule, `Keep lamps off ${hours}`), hours).toBe('opposite');
  });

  it('holds all day between one hour and the same', () => {
    for (const hours of ['between 00:00 and 24:00', 'from 06:00 to 06:00']) {
      expect(agreed(`The pump is on ${hours}.`, 'Turn the pump off at 12:00'), hours).toBe('opposite');
      expect(agreed(`The pump is on ${hours}.`, 'Keep the pump off from 03:00 to 04:00'), hours).toBe('opposite');
      expect(agreed(`The pump is on ${hours}.`, `Keep the pump on ${hours}`), hours).toBe('same');
    }
  });

  it('is neither a place nor the way in which something runs', () => {
    expect(runningIn('The logo is on the left.')).toBeNull();
    expect(runningIn('Containers must not run as root.')).toBeNull();
    expect(runningIn('The job runs hourly.')).toBeNull();
  });

  it.each([
    ...['Cease', 'Inhibit', 'Silence', 'Mute', 'Deactivate', 'Halt', 'Pause', 'Suspend'].map(
      (verb) => `${verb} the siren`,
    ),
    ...['inactive', 'silent', 'idle'].map((state) => `Leave the siren ${state}`),
  ])('that it runs is broken by: %s', (fix) => {
    expect(agreed('The siren must be on.', fix)).toBe('opposite');
  });

  it.each([
    ...['Activate', 'Resume', 'Continue', 'Unpause', 'Unmute'].map((verb) => `${verb} the siren`),
    ...['operating', 'audible', 'powered', 'alive', 'live', 'in service'].map((state) => `Keep the siren ${state}`),
  ])('that it rests is broken by: %s', (fix) => {
    expect(agreed('The siren must be off.', fix)).toBe('opposite');
  });

  it.each([
    ...['Prevent', 'Avoid', 'Lower the volume without', 'Dim it instead of', 'Dim it rather than'],
    ...['Remove the code for', 'Delete the step for'],
  ])('that it runs is kept by: %s stopping the siren', (denial) => {
    expect(agreed('The siren must be on.', `${denial} stopping the siren`)).toBe('same');
  });

  it('that it rests is kept by refusing to start it', () => {
    expect(agreed('The siren must be off.', 'Refuse to start the siren')).toBe('same');
  });

  it('is judged by what follows, too', () => {
    const fix = 'Turn the exhaust fan off at night and back on when it rains';
    expect(agreed('The exhaust fan is off when it rains.', fix)).toBe('opposite');
  });

  it.each([
    'always',
    'permanently',
    'at all times',
    'all the time',
    'around the clock',
    'in any case',
    'in all cases',
    'regardless',
    'regardless of rain',
    'everywhere',
    'for everyone',
    'in every mode',
  ])('is broken by the opposite %s', (when) => {
    expect(agreed('The exhaust fan is off when it rains.', `Keep the exhaust fan running ${when}`)).toBe('opposite');
  });

  it('is not broken by the opposite in every one of something else', () => {
    const rule = 'The exhaust fan is off when it rains.';
    expect(agreed(rule, 'Keep the exhaust fan running in every room')).toBe('says nothing of it');
  });
});
