// The isolation of companies in the database, checked in PostgreSQL's catalogue.
#include <memory>

#include <libpq-fe.h>

#include "host/db/embedded.hpp"
#include "support/checks.hpp"

namespace svc::test {
namespace {

class Guard : public ::testing::Test {
protected:
    RunningService& service = sharedService();

    void expectNone(const std::string& what, const std::string& statement) const {
        for (const std::string& row : service.sql(statement)) {
            ADD_FAILURE() << what << ": " << row;
        }
    }
    /// Tables of the host and the plugins that hold rows of companies.
    static std::string companyTables() {
        return "company_table AS (SELECT c.oid, a.attnum FROM pg_class c"
               " JOIN pg_namespace n ON n.oid = c.relnamespace"
               " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'"
               " WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema'))";
    }
    /// Those of them that are not look-up tables across companies.
    static std::string boundTables() {
        return companyTables() + ", bound AS (SELECT * FROM company_table WHERE"
                                 " coalesce(obj_description(oid, 'pg_class'), '') NOT LIKE 'directory:%')";
    }
    /// SQL condition: does the text of a policy, as PostgreSQL prints it, allow only rows of the business
    /// units of the transaction (and rows without a unit, where the column is nullable), or all rows when the
    /// transaction has no units?
    static std::string aboutUnits(const std::string& text) {
        return "coalesce(" + text +
               R"( ~ $policy$^\(\("left"\(COALESCE\(current_setting\('svc\.business_units'::text, true\), ''::text\), 1\) <> )"
               R"('\{'::text\)( OR \(business_unit_id IS NULL\))? OR \((id|business_unit_id) = ANY \(\(NULLIF\()"
               R"(current_setting\('svc\.business_units'::text, true\), ''::text\)\)::uuid\[\]\)\)\)$$policy$, false))";
    }
};

TEST_F(Guard, EveryEnabledPluginHasCompanyTables) {
    EXPECT_EQ(service
                  .sql("SELECT DISTINCT schemaname FROM pg_tables WHERE schemaname IN"
                       " ('svc', 'partners', 'stock', 'treasury', 'ledger', 'sales') ORDER BY 1")
                  .size(),
              6U);
}

TEST_F(Guard, EveryCompanyTableForcesRowLevelSecurity) {
    expectNone("without forced row-level security",
               "WITH " + companyTables() +
                   " SELECT c.oid::regclass FROM company_table t JOIN pg_class c ON c.oid = t.oid WHERE NOT"
                   " (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE "
                   "p.polrelid = c.oid))");
    expectNone("a policy that is not about the company",
               "WITH " + companyTables() +
                   " SELECT p.polrelid::regclass, p.polname FROM pg_policy p JOIN company_table t ON t.oid = "
                   "p.polrelid"
                   " WHERE p.polpermissive"
                   " AND coalesce(pg_get_expr(p.polqual, p.polrelid), '') || "
                   "coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')"
                   " NOT LIKE '%company_id = %svc.company%'");
    // Restrictive policies are combined with AND: they can only reduce the visible rows.
    expectNone(
        "several policies for one command, which are joined by OR",
        "SELECT a.polrelid::regclass, a.polname FROM pg_policy a JOIN pg_policy b ON b.polrelid = a.polrelid"
        " AND b.oid > a.oid AND (a.polcmd = b.polcmd OR '*' IN (a.polcmd, b.polcmd))"
        " WHERE a.polpermissive AND b.polpermissive");
    expectNone(
        "a restrictive policy that is not about business units",
        "SELECT polrelid::regclass, polname, polcmd, pg_get_expr(polqual, polrelid),"
        " pg_get_expr(polwithcheck, polrelid) FROM pg_policy WHERE NOT polpermissive AND NOT (polcmd = "
        "'*' AND polroles = '{0}' AND " +
            aboutUnits("pg_get_expr(polqual, polrelid)") + " AND " +
            aboutUnits("pg_get_expr(polwithcheck, polrelid)") + ')');
}

TEST_F(Guard, ARestrictivePolicyIsJudgedByItsText) {
    const std::string good =
        service
            .sql("SELECT pg_get_expr(polqual, polrelid) FROM pg_policy WHERE polname = 'business_unit'"
                 " AND polrelid = 'sales.sale'::regclass")
            .at(0);
    const auto judged = [&](const std::string& text) {
        return service.sql("SELECT " + aboutUnits("$text$" + text + "$text$")).at(0) == "t";
    };
    EXPECT_TRUE(judged(good));
    EXPECT_FALSE(judged("true"));
    EXPECT_FALSE(judged('(' + good + " OR true)"));
    EXPECT_FALSE(judged("(company_id = NULLIF(current_setting('svc.company'::text, true), ''::text)::uuid)"));
}

TEST_F(Guard, APartitionIsReachedThroughItsTableOnly) {
    // The policies of a table do not apply to partitions that are read directly: so svc_app must have no
    // access to them, or they need their own policy.
    expectNone("an open partition",
               "SELECT c.oid::regclass FROM pg_class c WHERE c.relispartition AND c.relkind = 'r'"
               " AND NOT (c.relrowsecurity AND c.relforcerowsecurity)"
               " AND has_table_privilege('svc_app', c.oid, 'SELECT, INSERT, UPDATE, DELETE')");
}

TEST_F(Guard, TheJournalAndTheHistoryOnlyGrow) {
    const std::string tables =
        "SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'svc'"
        " WHERE c.relkind IN ('r', 'p') AND (c.relname = 'history' OR c.relname ~ "
        "'^event(_default|_p[0-9]+)?$')";
    EXPECT_GE(service.sql(tables).size(), 4U) << "the journal has partitions";
    for (const char* role : {"svc_app", "svc_backup", "public"}) {
        expectNone(std::string("what ") + role + " may do",
                   "SELECT t.oid::regclass, p.name FROM (" + tables +
                       ") t, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p(name)"
                       " WHERE has_table_privilege('" +
                       role + "', t.oid, p.name) OR (p.name = 'UPDATE' AND has_any_column_privilege('" +
                       role + "', t.oid, 'UPDATE'))");
    }
    service.live().post(service.company("/sales"), smallSale());
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    ASSERT_TRUE(access);
    const std::unique_ptr<PGconn, decltype(&PQfinish)> app(PQconnectdb(access->app.connectionString.c_str()),
                                                           &PQfinish);
    const auto stateOf = [&](const char* statement) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(app.get(), statement), &PQclear);
        const char* state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
        return std::string(state == nullptr ? "" : state);
    };
    EXPECT_EQ(stateOf("SELECT count(*) FROM svc.company"), "");
    // Bound to a company, so that only the missing privilege can cause the error.
    ASSERT_EQ(stateOf("SET svc.company = '00000000-0000-0000-0000-000000000001'"), "");
    for (const char* statement : {"UPDATE svc.event SET type = 'x'", "DELETE FROM svc.event",
                                  "TRUNCATE svc.event", "UPDATE svc.history SET action = 'x'",
                                  "DELETE FROM svc.history", "DELETE FROM svc.event_default"}) {
        EXPECT_EQ(stateOf(statement), "42501") << statement;
    }
}

TEST_F(Guard, EveryKeyBeginsWithTheCompany) {
    expectNone("a primary or unique key",
               "WITH " + boundTables() +
                   " SELECT i.indexrelid::regclass FROM pg_index i JOIN bound t ON t.oid = i.indrelid"
                   " WHERE i.indisunique AND i.indkey[0] <> t.attnum");
    expectNone(
        "a foreign key",
        "WITH " + boundTables() +
            " SELECT k.conrelid::regclass, k.conname FROM pg_constraint k JOIN bound t ON t.oid = k.conrelid"
            " WHERE k.contype = 'f' AND (k.conkey[1] <> t.attnum OR k.confkey[1] <> (SELECT attnum FROM "
            "pg_attribute"
            " WHERE attrelid = k.confrelid AND attname = 'company_id'))");
    expectNone(
        "a foreign key across schemas",
        "SELECT k.conrelid::regclass, k.conname FROM pg_constraint k JOIN pg_class a ON a.oid = k.conrelid"
        " JOIN pg_class b ON b.oid = k.confrelid JOIN pg_namespace n ON n.oid = a.relnamespace"
        " WHERE k.contype = 'f' AND a.relnamespace <> b.relnamespace AND n.nspname <> 'svc'");
}

TEST_F(Guard, EveryTableOfAPluginBelongsToACompany) {
    expectNone("a table of a plugin without company_id",
               "SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE "
               "c.relkind IN ('r', 'p')"
               " AND n.nspname IN ('partners', 'stock', 'treasury', 'ledger', 'sales') AND NOT EXISTS "
               "(SELECT FROM pg_attribute a"
               " WHERE a.attrelid = c.oid AND a.attname = 'company_id' AND a.attnotnull)");
    expectNone("a view, which would run with the rights of its owner",
               "SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE "
               "c.relkind IN ('v', 'm')"
               " AND n.nspname NOT IN ('pg_catalog', 'information_schema')"
               " AND NOT coalesce(c.reloptions::text LIKE '%security_invoker=true%', false)");
}

TEST_F(Guard, NoDefaultAsksTheDatabaseForTheTime) {
    expectNone("a default with the database's clock",
               "SELECT d.adrelid::regclass, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN pg_class "
               "c ON c.oid = d.adrelid"
               " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname NOT IN ('pg_catalog', "
               "'information_schema')"
               " AND pg_get_expr(d.adbin, d.adrelid) ~* "
               "'now\\(|current_(date|time)|clock_timestamp|statement_timestamp'");
}

TEST_F(Guard, IdentifiersSortByTheirBytes) {
    expectNone(
        "an indexed identifier with the collation of a language",
        "WITH " + companyTables() +
            " SELECT a.attrelid::regclass, a.attname FROM pg_index i JOIN company_table t ON t.oid = "
            "i.indrelid"
            " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)"
            " JOIN pg_collation l ON l.oid = a.attcollation WHERE i.indisprimary AND l.collname <> 'C'");
}

TEST_F(Guard, TheRoleOfAPluginWritesInItsSchemaAlone) {
    EXPECT_EQ(service.sql("SELECT rolname FROM pg_roles WHERE rolname LIKE 'svc\\_p\\_%'").size(),
              ServiceOptions().plugins.size());
    expectNone("a role of a plugin with more than the rights that it is given",
               "SELECT r.rolname FROM pg_roles r WHERE r.rolname LIKE 'svc\\_p\\_%' AND (r.rolsuper OR"
               " r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolcanlogin OR"
               " EXISTS (SELECT FROM pg_auth_members m WHERE m.member = r.oid) OR"
               " EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid))");
    expectNone("a table of others that a plugin writes",
               "SELECT r.rolname, c.oid::regclass FROM pg_roles r, pg_class c JOIN pg_namespace n ON"
               " n.oid = c.relnamespace WHERE r.rolname LIKE 'svc\\_p\\_%' AND c.relkind IN ('r', 'p', 'v')"
               " AND n.nspname NOT IN ('pg_catalog', 'information_schema', substr(r.rolname, 7))"
               " AND (has_table_privilege(r.oid, c.oid, 'UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') OR"
               " has_table_privilege(r.oid, c.oid, 'INSERT') AND c.oid <> 'svc.list_change'::regclass)");
    expectNone("a table of the host that a plugin reads",
               "SELECT r.rolname, c.oid::regclass FROM pg_roles r, pg_class c WHERE r.rolname LIKE"
               " 'svc\\_p\\_%' AND c.relkind IN ('r', 'p', 'v') AND c.relnamespace = 'svc'::regnamespace"
               " AND c.relname NOT LIKE 'list\\_%' AND has_table_privilege(r.oid, c.oid, 'SELECT')");
}

TEST_F(Guard, TheRoleOfTheHostIsBoundByThePolicies) {
    EXPECT_EQ(
        service
            .sql("SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles"
                 " WHERE rolname = 'svc_app'")
            .front(),
        "f|f|f|f|f");
    expectNone("owned by svc_app", "SELECT oid::regclass FROM pg_class WHERE relowner = 'svc_app'::regrole");
    expectNone("a role that svc_app may take",
               "SELECT r.rolname FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid"
               " WHERE m.member = 'svc_app'::regrole AND r.rolname NOT LIKE 'svc\\_p\\_%'");
    expectNone(
        "a table that svc_app may truncate or reference",
        "SELECT oid::regclass FROM pg_class WHERE relkind IN ('r', 'p') AND"
        " has_table_privilege('svc_app', oid, 'TRUNCATE, REFERENCES, TRIGGER') AND relnamespace > 16383");
    EXPECT_EQ(service
                  .sql("SELECT has_function_privilege('svc_app', 'pg_catalog.set_config(text,text,boolean)', "
                       "'EXECUTE'),"
                       " has_language_privilege('svc_app', 'plpgsql', 'USAGE'),"
                       " has_language_privilege('svc_app', 'sql', 'USAGE') AND"
                       " has_schema_privilege('svc_app', 'public', 'CREATE'),"
                       " has_database_privilege('svc_app', current_database(), 'TEMPORARY'),"
                       " has_schema_privilege('svc_app', 'svc', 'CREATE')")
                  .front(),
              "f|f|f|f|f");
    expectNone("a function that sets the company or runs as its owner",
               "SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace"
               " WHERE n.nspname NOT IN ('pg_catalog', 'information_schema')"
               " AND (p.prosecdef OR p.proconfig::text ILIKE '%svc%'"
               " OR ((p.prosrc ILIKE '%set_config%' OR p.prosrc ILIKE '%svc.company%')"
               // The only function that may write that table, recognized by its whole text.
               " AND regexp_replace(p.prosrc, '\\s+', ' ', 'g') <> ' BEGIN -- Writes the row anew (xmin) and"
               " changes nothing in it. UPDATE svc.company SET version = version WHERE company_id ="
               " OLD.company_id; RETURN NULL; END '"
               " AND (p.prorettype = 'trigger'::regtype OR has_function_privilege('svc_app', p.oid, "
               "'EXECUTE'))))");
}

} // namespace
} // namespace svc::test
