// More patterns written in a hurry, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const OTHER_HURRIED: readonly ComponentCase[] = [
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
  ...ofOnePattern(
    {
      name: 'Minimal endpoint',
      content:
        'Endpoints are static classes with a Map method that registers routes on IEndpointRouteBuilder. Handlers are private static and return Results<...>. Inject dependencies as parameters; HttpContext.RequestServices is off limits. DateTime.Now must not be used, take a TimeProvider.',
      template: `public static class {Name}Endpoints
{
    public static void Map(IEndpointRouteBuilder app)
    {
        app.MapGet("/{name}", Get);
    }

    private static async Task<Results<Ok<{Name}>, NotFound>> Get(Guid id, I{Name}Store store)
    {
        return TypedResults.NotFound();
    }
}
`,
      language: 'csharp',
    },
    {
      component: 'VoucherEndpoints',
      file: 'src/Api/VoucherEndpoints.cs',
      code: `namespace Shop.Api;

public static class VoucherEndpoints
{
    public static void Map(IEndpointRouteBuilder app)
    {
        app.MapPost("/vouchers/{code}/redeem", Redeem);
    }

    private static async Task<Results<Ok, NotFound>> Redeem(string code, IVoucherStore store, TimeProvider clock)
    {
        var done = await store.RedeemAsync(code, clock.GetUtcNow());
        return done ? TypedResults.Ok() : TypedResults.NotFound();
    }
}
`,
    },
    {
      component: 'CampaignEndpoints',
      file: 'src/Api/CampaignEndpoints.cs',
      code: `namespace Shop.Api;

public static class CampaignEndpoints
{
    public static void Map(IEndpointRouteBuilder app)
    {
        app.MapGet("/campaigns", List);
    }

    private static async Task<Results<Ok<List<Campaign>>, NotFound>> List(ICampaignStore store)
    {
        var active = await store.ActiveAsync(DateTime.Now);
        return TypedResults.Ok(active);
    }
}
`,
      about: /DateTime\.Now|TimeProvider/,
    },
  ),
];
