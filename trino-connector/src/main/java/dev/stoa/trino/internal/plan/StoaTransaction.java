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
package dev.stoa.trino.internal.plan;

import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.UUID;

/**
 * A transaction of Trino. Each statement commits by itself.
 *
 * @param id its number on the coordinator
 * @param isOfOneStatement whether it ends with its first statement, so that this may write
 */
public record StoaTransaction(UUID id, boolean isOfOneStatement) implements ConnectorTransactionHandle {}
