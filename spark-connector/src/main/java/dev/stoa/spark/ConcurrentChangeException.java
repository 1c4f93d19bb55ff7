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
package dev.stoa.spark;

import java.util.ConcurrentModificationException;
import org.apache.spark.SparkThrowable;

/**
 * A statement was not committed, because another one has changed the same since it began. Nothing of it is visible: run it again.
 * Its condition is {@code STOA_CONCURRENT_CHANGE}, its SQLSTATE 40001, a serialization failure.
 */
public final class ConcurrentChangeException extends ConcurrentModificationException implements SparkThrowable {
    private static final long serialVersionUID = 1L;

    private static final String CONDITION = "STOA_CONCURRENT_CHANGE";

    public ConcurrentChangeException(String message, Throwable cause) {
        super("[" + CONDITION + "] " + message, cause);
    }

    @Override
    public String getCondition() {
        return CONDITION;
    }

    @Override
    public String getSqlState() {
        return "40001";
    }
}
