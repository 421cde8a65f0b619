// More fixes for developing the rules: short, one rule each.
import type { FixCase } from './case.ts';

const told = (name: string, rule: string, fix: string, verdict: FixCase['verdict']): FixCase => ({
  name,
  rules: [rule],
  component: 'Thing',
  fix,
  verdict,
});

export const FURTHER_FIXES: readonly FixCase[] = [
  told(
    'the exception of a rule is used',
    'Every page needs a login except the landing page.',
    'Show the landing page without a login.',
    'aligned',
  ),
  told(
    'the exception of a rule is stretched',
    'Every page needs a login except the landing page.',
    'Show the profile page without a login.',
    'contradicts',
  ),
  told(
    'a number between two bounds',
    'Retries wait for at least 1 second and at most 30 seconds.',
    'Wait 10 seconds between retries.',
    'aligned',
  ),
  told(
    'a number over the second of two bounds',
    'Retries wait for at least 1 second and at most 30 seconds.',
    'Wait 2 minutes between retries.',
    'contradicts',
  ),
  told(
    'a range is made exact in a diff',
    'Dependencies are pinned to exact versions, never to ranges.',
    '-    "left-pad": "^1.3.0"\n+    "left-pad": "1.3.0"',
    'aligned',
  ),
  told(
    'what must be hidden is written as it is',
    'Phone numbers must be redacted in traces.',
    'Write the phone number unredacted into the trace.',
    'contradicts',
  ),
  told(
    'what must be encrypted is stored in plain text',
    'Tokens must be encrypted at rest.',
    'Store the token in plain text.',
    'contradicts',
  ),
  told(
    'what is phased out is replaced',
    'Templates live in Jinja; Mako is being phased out.',
    'Replace the Mako template of the invoice with a Jinja one.',
    'aligned',
  ),
  told(
    'what is phased out is used',
    'Templates live in Jinja; Mako is being phased out.',
    'Write the new invoice as a Mako template.',
    'contradicts',
  ),
  told(
    'a forbidden call is exchanged in a diff',
    'eval must never be used.',
    '-    value = eval(text)\n+    value = ast.literal_eval(text)',
    'aligned',
  ),
  told(
    'a layer is gone round in a diff',
    'Queries go through the repository; no SQL in controllers.',
    '-    return this.repository.find(id);\n+    return db.query("SELECT * FROM users WHERE id = ?", [id]);',
    'contradicts',
  ),
  told(
    'more is accepted than what alone is',
    'Only ISO dates are accepted; other formats are rejected.',
    'Also accept dates such as 12/31/2026.',
    'contradicts',
  ),
  told(
    'what something else was chosen over goes in a diff',
    'Use pathlib instead of os.path.',
    '-    path = os.path.join(root, name)\n+    path = pathlib.Path(root) / name',
    'aligned',
  ),
  told(
    'what something else was chosen over comes in a diff',
    'Use pathlib instead of os.path.',
    '+    path = os.path.join(root, name)',
    'contradicts',
  ),
  told(
    'the source that is ruled out',
    'Jobs must read from the archive, never from the live table.',
    'Read the counts from the live table.',
    'contradicts',
  ),
  told(
    'the source that is asked for',
    'Jobs must read from the archive, never from the live table.',
    'Read the counts from the archive.',
    'aligned',
  ),
  told(
    'the right form for the wrong one in a diff',
    'Images are shipped as WebP, never as BMP.',
    '-  <img src="logo.bmp">\n+  <img src="logo.webp">',
    'aligned',
  ),
  told(
    'a spelling beside a rule',
    'Rounding happens once, at the end of a calculation.',
    'Fix the spelling of calculation in a comment.',
    'unrelated',
  ),
  told(
    'what must end is kept',
    'Sessions must be invalidated on logout.',
    'Keep the session alive after logout.',
    'contradicts',
  ),
  told(
    'a bound told by a negation',
    'The job must not take more than 10 minutes.',
    'Give the job a timeout of 8 minutes.',
    'aligned',
  ),
  told(
    'a broader catch in a diff',
    'Do not catch Throwable.',
    '-    } catch (IOException e) {\n+    } catch (Throwable e) {',
    'contradicts',
  ),
  told(
    'a safe call for an unsafe one in a diff',
    'Values never go into the text of a shell command; use an argument list.',
    '-subprocess.run(["ls", path])\n+os.system("ls " + path)',
    'contradicts',
  ),
  told(
    'a forbidden source is exchanged in a diff',
    'Configuration is loaded by viper; os.Getenv must not be called in handlers.',
    '-\tkey := os.Getenv("KEY")\n+\tkey := viper.GetString("key")',
    'aligned',
  ),
  told(
    'a secret comes into a log line in a diff',
    'Logs must not hold passwords.',
    '-  log.info("login", user.name)\n+  log.info("login", user.name, user.password)',
    'contradicts',
  ),
  told('a word for a word in a diff of one line', 'Passwords are hashed with argon2id.', '-argon2 +md5', 'contradicts'),
  told(
    'a move from what was to what is asked for',
    'Passwords are hashed with argon2id; bcrypt is legacy.',
    'Migrate away from bcrypt to argon2id.',
    'aligned',
  ),
  told(
    'a move away from what is asked for',
    'Passwords are hashed with bcrypt.',
    'Migrate the passwords away from bcrypt.',
    'contradicts',
  ),
  told(
    'a number of one clause beside that of another',
    'Access tokens expire after at most 15 minutes and refresh tokens after 30 days.',
    'Let access tokens expire after 10 minutes.',
    'aligned',
  ),
];
