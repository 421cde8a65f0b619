// Names of the calendar, for regular expressions.

/** The names of the months, short and whole. */
export const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

export const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
