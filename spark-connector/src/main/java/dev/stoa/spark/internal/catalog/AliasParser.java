/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.spark.internal.catalog;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

/** Parses statements that other table formats have, where they name a table of Stoa; passes all others on. */
public final class AliasParser implements ParserInterface {
    private final ParserInterface parser;
    private final Aliases aliases;

    /**
     * A parser that asks another one.
     *
     * @param session whose catalogs a table's name refers to
     */
    public AliasParser(ParserInterface parser, SparkSession session) {
        this.parser = parser;
        this.aliases = new Aliases(parser, session);
    }

    @Override
    public LogicalPlan parsePlan(String text) throws ParseException {
        return parser.parsePlan(aliases.translate(text));
    }

    @Override
    public LogicalPlan parsePlanWithParameters(String text, ParameterContext parameters) throws ParseException {
        return parser.parsePlanWithParameters(aliases.translate(text), parameters);
    }

    @Override
    public Expression parseExpression(String text) throws ParseException {
        return parser.parseExpression(text);
    }

    @Override
    public TableIdentifier parseTableIdentifier(String text) throws ParseException {
        return parser.parseTableIdentifier(text);
    }

    @Override
    public FunctionIdentifier parseFunctionIdentifier(String text) throws ParseException {
        return parser.parseFunctionIdentifier(text);
    }

    @Override
    public Seq<String> parseMultipartIdentifier(String text) throws ParseException {
        return parser.parseMultipartIdentifier(text);
    }

    @Override
    public LogicalPlan parseQuery(String text) throws ParseException {
        return parser.parseQuery(text);
    }

    @Override
    public StructType parseRoutineParam(String text) throws ParseException {
        return parser.parseRoutineParam(text);
    }

    @Override
    public DataType parseDataType(String text) throws ParseException {
        return parser.parseDataType(text);
    }

    @Override
    public StructType parseTableSchema(String text) throws ParseException {
        return parser.parseTableSchema(text);
    }
}
