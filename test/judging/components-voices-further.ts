// Patterns as teams put them down in a hurry, with a component that follows each and one that does not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const FURTHER_VOICES: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Nightly export',
      content:
        'Exports extend BaseExport and implement columns() and rows(). Rows are yielded one by one - do not collect everything into a list first. Dates use isoformat(). open() is not called directly, files come from self.storage.',
      template: `class {Name}Export(BaseExport):
    def columns(self):
        return ["id"]

    def rows(self):
        for item in self.repository.iterate():
            yield [item.id, item.created.isoformat()]
`,
      language: 'python',
    },
    {
      component: 'DonationExport',
      file: 'exports/donation.py',
      code: `from exports.base import BaseExport


class DonationExport(BaseExport):
    def columns(self):
        return ["donor", "amount"]

    def rows(self):
        for donation in self.repository.iterate():
            yield [donation.donor, donation.amount]
`,
    },
    {
      component: 'VolunteerExport',
      file: 'exports/volunteer.py',
      code: `from exports.base import BaseExport


class VolunteerExport(BaseExport):
    def columns(self):
        return ["name"]

    def write(self):
        with open("/tmp/volunteers.csv", "w") as out:
            for person in self.repository.iterate():
                out.write(person.name)
`,
      about: /rows|open/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Resolver',
      content:
        'GraphQL resolvers are classes with @Resolver(). Every @Query and @Mutation is protected by @UseGuards(AuthGuard). Resolvers only delegate to a service; prisma must not be used in a resolver. Return types are given explicitly.',
      template: `@Resolver(() => {Name})
export class {Name}Resolver {
  constructor(private readonly service: {Name}Service) {}

  @UseGuards(AuthGuard)
  @Query(() => {Name})
  async find(@Args('id') id: string): Promise<{Name}> {
    return this.service.find(id);
  }
}
`,
      language: 'typescript',
    },
    {
      component: 'ClinicResolver',
      file: 'src/clinic/clinic.resolver.ts',
      code: `import { UseGuards } from '@nestjs/common';
import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { AuthGuard } from '../auth/auth.guard';
import { Clinic } from './clinic.model';
import { ClinicService } from './clinic.service';

@Resolver(() => Clinic)
export class ClinicResolver {
  constructor(private readonly clinics: ClinicService) {}

  @UseGuards(AuthGuard)
  @Mutation(() => Clinic)
  async rename(@Args('id') id: string, @Args('name') name: string): Promise<Clinic> {
    return this.clinics.rename(id, name);
  }
}
`,
    },
    {
      component: 'PatientResolver',
      file: 'src/patient/patient.resolver.ts',
      code: `import { UseGuards } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { AuthGuard } from '../auth/auth.guard';
import { PrismaService } from '../prisma/prisma.service';
import { Patient } from './patient.model';

@Resolver(() => Patient)
export class PatientResolver {
  constructor(private readonly prisma: PrismaService) {}

  @UseGuards(AuthGuard)
  @Query(() => Patient)
  async find(@Args('id') id: string): Promise<Patient> {
    return this.prisma.patient.findUniqueOrThrow({ where: { id } });
  }
}
`,
      about: /prisma|[Ss]ervice/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'CLI command',
      content:
        'Commands are built by a function newXxxCmd that returns *cobra.Command. Use RunE, not Run, so that errors come back. os.Exit is only called in main. Output goes to cmd.OutOrStdout().',
      template: `func new{Name}Cmd() *cobra.Command {
	return &cobra.Command{
		Use: "{name}",
		RunE: func(cmd *cobra.Command, args []string) error {
			fmt.Fprintln(cmd.OutOrStdout(), "ok")
			return nil
		},
	}
}
`,
      language: 'go',
    },
    {
      component: 'newSyncCmd',
      file: 'cmd/sync.go',
      code: `package cmd

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newSyncCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "sync",
		Short: "Sync the mirror",
		RunE: func(cmd *cobra.Command, args []string) error {
			count, err := sync(cmd.Context())
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d files\\n", count)
			return nil
		},
	}
}
`,
    },
    {
      component: 'newPruneCmd',
      file: 'cmd/prune.go',
      code: `package cmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func newPruneCmd() *cobra.Command {
	return &cobra.Command{
		Use: "prune",
		Run: func(cmd *cobra.Command, args []string) {
			if err := prune(cmd.Context()); err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
		},
	}
}
`,
      about: /RunE|Exit|OutOrStdout/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Entity',
      content:
        'JPA entities are annotated with @Entity and @Table, have a protected no-args constructor and no public setters. equals and hashCode use the id only. Lombok @Data is forbidden on entities. Collections are lazy: FetchType.EAGER is banned.',
      language: 'java',
    },
    {
      component: 'Shipment',
      file: 'src/main/java/cargo/Shipment.java',
      code: `package cargo;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "shipments")
public class Shipment {

    @Id
    private Long id;
    private String destination;

    protected Shipment() {
    }

    public Shipment(String destination) {
        this.destination = destination;
    }

    public String getDestination() {
        return destination;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shipment s && id != null && id.equals(s.id);
    }

    @Override
    public int hashCode() {
        return Shipment.class.hashCode();
    }
}
`,
    },
    {
      component: 'Container',
      file: 'src/main/java/cargo/Container.java',
      code: `package cargo;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import lombok.Data;

@Data
@Entity
@Table(name = "containers")
public class Container {

    @Id
    private Long id;
    private String code;
}
`,
      about: /Data|constructor|equals/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Room dao',
      content:
        'Daos are interfaces annotated with @Dao. Reads return Flow, writes are suspend. Queries are written in @Query; @RawQuery is not allowed. The name ends with Dao.',
      template: `@Dao
interface {Name}Dao {
    @Query("SELECT * FROM {table}")
    fun observeAll(): Flow<List<{Name}Entity>>

    @Insert
    suspend fun insert(entity: {Name}Entity)
}
`,
      language: 'kotlin',
    },
    {
      component: 'NoteDao',
      file: 'app/src/main/java/notes/NoteDao.kt',
      code: `package notes

@Dao
interface NoteDao {
    @Query("SELECT * FROM notes WHERE archived = 0")
    fun observeOpen(): Flow<List<NoteEntity>>

    @Upsert
    suspend fun upsert(note: NoteEntity)
}
`,
    },
    {
      component: 'TagDao',
      file: 'app/src/main/java/notes/TagDao.kt',
      code: `package notes

@Dao
interface TagDao {
    @RawQuery
    fun search(query: SupportSQLiteQuery): List<TagEntity>

    @Insert
    fun insert(tag: TagEntity)
}
`,
      about: /RawQuery|suspend|Flow|async/,
    },
  ),
];
