import { describe, expect, it } from 'vitest';
import { agreement, runningIn, runningsIn } from './running.ts';

const agreed = (rule: string, fix: string) => {
  const demanded = runningIn(rule);
  if (demanded === null) return 'no demand';
  const verdicts = runningsIn(fix).map((given) => agreement(demanded, given));
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

  it('is neither a place nor the way in which something runs', () => {
    expect(runningIn('The logo is on the left.')).toBeNull();
    expect(runningIn('Containers must not run as root.')).toBeNull();
    expect(runningIn('The job runs hourly.')).toBeNull();
  });
});
