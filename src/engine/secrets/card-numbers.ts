// Numbers of payment cards.

/** Numbers that payment providers publish for tests. */
const PUBLIC: ReadonlySet<string> = new Set([
  '4111111111111111',
  '4012888888881881',
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '5105105105105100',
  '5200828282828210',
  '5425233430109903',
  '2223003122003222',
  '378282246310005',
  '371449635398431',
  '378734493671000',
  '6011111111111117',
  '6011000990139424',
]);
/** The lengths and beginnings of the large networks. */
const NETWORKS = /^(?:4\d{15}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12})$/;

export function isCardNumber(value: string): boolean {
  const number = value.replace(/\D/g, '');
  return NETWORKS.test(number) && !PUBLIC.has(number) && !/^40{6}/.test(number) && hasCheckDigit(number);
}

/** By Luhn's formula. */
function hasCheckDigit(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
